// Brings the programs that tests need and npm does not have: bubblewrap, for the sandbox. Where that cannot be done it
// says why; the tests then say which of them they leave out.
import { spawnSync } from "node:child_process";

const works = (command, args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

function install(name) {
  if (process.platform !== "linux") return "it exists for Linux only";
  if (!works("apt-get", ["--version"])) return "there is no apt-get to install it with";
  const sudo = process.getuid() === 0 ? [] : ["sudo", "-n"];
  if (sudo.length > 0 && !works("sudo", ["-n", "true"])) return "installing it needs root";
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args];
    return works(command, rest);
  };
  const get = () => apt("install", "-y", "--no-install-recommends", name);
  return get() || (apt("update") && get()) ? undefined : "apt-get could not install it";
}

if (!works("bwrap", ["--version"])) {
  const problem = install("bubblewrap");
  if (problem) console.log(`bubblewrap is missing and ${problem}: tests of the sandbox are left out`);
}
