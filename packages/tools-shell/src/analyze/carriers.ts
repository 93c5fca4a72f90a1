import { words } from "./words.ts";

/** A program that runs the words behind it in surroundings of its own. */
export interface Carrier {
  readonly valued?: readonly string[];
  /** Words of its own before the command: the image of `docker run`. */
  readonly operands?: number;
  /** The command may stand behind `--`, whatever comes before. */
  readonly hasDashes?: true;
  /** The command stands behind one of these words, wherever that is; without one, nothing is carried. */
  readonly marks?: readonly string[];
  /** Names of files are put behind the command. */
  readonly appends?: true;
  /** Options whose value is a text for a shell. */
  readonly texts?: readonly string[];
  /** It runs where other files are. */
  readonly isElsewhere?: true;
  /** Options that show it a place of this machine: `-v /here:/there`. */
  readonly volumes?: readonly string[];
  readonly source: string;
}

const CONTAINER: Carrier = {
  valued: words(
    "-a -c -e -h -l -m -p -u -v -w --add-host --annotation --attach --blkio-weight --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile --cpu-period --cpu-quota --cpu-shares --cpus --cpuset-cpus --cpuset-mems --device --dns --dns-option --dns-search --domainname --entrypoint --env --env-file --expose --gpus --group-add --health-cmd --health-interval --hostname --ip --ip6 --ipc --isolation --label --label-file --link --log-driver --log-opt --mac-address --memory --memory-swap --mount --name --net --network --network-alias --oom-score-adj --pid --pids-limit --platform --pod --publish --pull --restart --runtime --secret --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit --user --userns --uts --volume --volume-driver --volumes-from --workdir",
  ),
  operands: 1,
  isElsewhere: true,
  volumes: words("-v --volume --mount"),
  source: "docker-run(1)",
};
const INSIDE: Carrier = {
  valued: words(
    "-e -u -w --env --env-file --user --workdir --detach-keys --index -n --name --entrypoint -v --volume",
  ),
  operands: 1,
  isElsewhere: true,
  volumes: words("-v --volume"),
  source: "docker-exec(1), docker compose exec",
};
const POD: Carrier = {
  valued: words("-c -n --container --namespace --context --image -f --filename"),
  operands: 1,
  hasDashes: true,
  isElsewhere: true,
  source: "kubectl exec --help",
};
const PLAIN: Carrier = { hasDashes: true, source: "their own help" };
const FIRST: Carrier = { operands: 1, hasDashes: true, source: "their own help" };

const under = (
  programs: string,
  subcommands: string,
  carrier: Carrier,
): readonly (readonly [string, Carrier])[] =>
  words(programs).flatMap((program) =>
    subcommands.split(",").map((sub) => [sub === "" ? program : `${program} ${sub}`, carrier] as const),
  );

/** By program and subcommand. */
export const CARRIERS: ReadonlyMap<string, Carrier> = new Map([
  ...under("docker podman nerdctl", "run,create,container run,container create", CONTAINER),
  ...under("docker podman nerdctl", "exec,container exec,compose exec,compose run", INSIDE),
  ...under("docker-compose podman-compose", "exec,run", INSIDE),
  ...under("kubectl oc k3s", "exec,run,debug,kubectl exec", POD),
  ...under("lxc incus multipass distrobox", "exec,enter", { ...FIRST, isElsewhere: true }),
  ...under("npm pnpm yarn bun", "exec,x,dlx", {
    valued: words("-c --call -p --package -C --dir -w --workspace"),
    texts: ["-c", "--call"],
    hasDashes: true,
    source: "npm-exec(1)",
  }),
  ...under(
    "poetry pipenv pdm hatch rye rbenv pyenv asdf mise dotenvx doppler op heroku sops",
    "run,exec,x",
    PLAIN,
  ),
  ...under("uv", "run", {
    valued: words(
      "-p --python --with --with-requirements --extra --group --env-file --directory --project -m",
    ),
    hasDashes: true,
    source: "uv run --help",
  }),
  ...under("uvx pipx", ",run", PLAIN),
  ...under("bundle", "exec", PLAIN),
  ...under("conda mamba micromamba", "run", {
    valued: words("-n -p --name --prefix --cwd"),
    hasDashes: true,
    source: "conda run --help",
  }),
  ...under("direnv aws-vault", "exec", FIRST),
  ...under("vagrant", "ssh", {
    valued: ["-c", "--command"],
    texts: ["-c", "--command"],
    operands: 99,
    isElsewhere: true,
    source: "vagrant ssh --help",
  }),
  ...under("nix-shell", "", {
    valued: words("--run --command -p --packages -I -A --argstr --arg"),
    texts: ["--run", "--command"],
    operands: 99,
    source: "nix-shell(1)",
  }),
  ...under("nix", "develop,shell,run", {
    marks: words("-c --command --"),
    source: "nix3-develop(1)",
  }),
  ...under("nodemon", "", {
    valued: words("-x --exec -w --watch -e --ext -i --ignore"),
    texts: ["-x", "--exec"],
    operands: 99,
    source: "nodemon --help",
  }),
  ...under("cargo", "watch", {
    valued: words("-s --shell -x --exec -w -i"),
    texts: ["-s", "--shell"],
    hasDashes: true,
    source: "cargo watch --help",
  }),
  ...under("xterm rxvt urxvt konsole gnome-terminal alacritty kitty st", "", {
    marks: words("-e -x --"),
    source: "xterm(1) and others",
  }),
  ...under("capsh", "", { marks: ["--"], source: "capsh(1): what follows are arguments of a shell" }),
  ...under("foreman honcho", "run", PLAIN),
  ...under("lerna nx", "exec", PLAIN),
  ...under("reflex dockerize systemd-nspawn", "", PLAIN),
  ...under("fzf sk", "", {
    valued: words("--preview --bind --query -q"),
    texts: ["--preview"],
    operands: 99,
    source: "fzf(1)",
  }),
  ...under("gosu su-exec setuidgid chpst softlimit envdir", "", FIRST),
  ...under(
    "tini dumb-init chronic ifne eatmydata catchsegv heaptrack tsocks linux32 linux64 setarch arch winpty",
    "",
    PLAIN,
  ),
  ...under("rr perf", "record,stat", PLAIN),
  ...under("fd fdfind", "", {
    marks: words("-x --exec -X --exec-batch"),
    appends: true,
    source: "fd(1)",
  }),
  ...under("watchexec", "", {
    valued: words("-w -e -f -i -d -s --watch --exts --filter --ignore --debounce --signal --shell"),
    hasDashes: true,
    source: "watchexec(1)",
  }),
  ...under("bwrap proot", "", { hasDashes: true, source: "bwrap(1)" }),
  ...under("wsl", "", {
    valued: words("-d -u --cd"),
    hasDashes: true,
    isElsewhere: true,
    source: "wsl --help",
  }),
  ...under("cgexec", "", { valued: ["-g"], source: "cgexec(1)" }),
  ...under("start-stop-daemon", "", {
    valued: words("-p -u -g -x -a -n -d --pidfile --exec --startas --chdir"),
    texts: ["-x", "-a", "--exec", "--startas"],
    hasDashes: true,
    operands: 99,
    source: "start-stop-daemon(8)",
  }),
]);
