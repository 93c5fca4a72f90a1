import { describe, expect, it } from "vitest";
import { toComparable } from "../../src/policy/path-inside.ts";
import { absolutePath, oddWindowsPath } from "../../src/policy/windows-path.ts";

describe("the comparable shape of a path", () => {
  it.each([
    ["C:\\Users\\ada", "/c/Users/ada"],
    ["c:/users/../ada/", "/c/ada"],
    ["/srv\\ws\\a", "/srv/ws/a"],
    ["/srv/ws/a.txt.", "/srv/ws/a.txt"],
    ["/srv/ws. ./a", "/srv/ws/a"],
    ["/srv/a.txt::$DATA", "/srv/a.txt"],
    ["/srv/a.txt:hidden", "/srv/a.txt"],
    ["/srv/./a//b", "/srv/a/b"],
    ["/srv/a", "/srv/a"],
  ])("of %s on Windows is %s", (path, expected) => {
    expect(toComparable(path, "win32")).toBe(expected);
  });

  it.each(["/srv\\ws\\a", "/srv/ws/a.txt.", "/srv/a.txt:hidden", "/srv/ws. ./a"])(
    "of %s elsewhere is the same",
    (path) => {
      expect(toComparable(path, "linux")).toBe(path);
    },
  );
});

describe("an odd path of Windows", () => {
  it.each([
    ...["\\\\server\\share", "//server/share", "\\\\?\\C:\\x", "\\\\.\\pipe\\x", "C:x", "C:\\a:b", "C:\\NUL"],
    ...["C:\\con.txt", "C:\\a\\COM1 .log", "/a/lpt9", "a.txt::$DATA"],
  ])("must not be touched: %s", (path) => {
    expect(oddWindowsPath(path, "win32")?.untouchable).toBe(true);
    expect(oddWindowsPath(path, "linux")).toBeUndefined();
  });

  it.each(["C:\\PROGRA~1\\x", "/a/LONGNA~2.TXT"])("may be looked at: %s", (path) => {
    expect(oddWindowsPath(path, "win32")?.untouchable).toBe(false);
  });

  it.each(["C:\\Users\\ada\\a.txt", "/srv/nullable", "/srv/console/x", "/srv/a~b", "C:/x/com10"])(
    "is not %s",
    (path) => {
      expect(oddWindowsPath(path, "win32")).toBeUndefined();
    },
  );
});

it.each([
  ["a/b", "linux", "/ws/a/b"],
  ["~/x", "linux", "/home/ada/x"],
  ["~", "linux", "/home/ada"],
  ["/a/../b", "linux", "/b"],
  ["C:\\x", "linux", "/ws/C:\\x"],
  ["C:\\x", "win32", "C:\\x"],
  ["\\\\server\\share", "win32", "\\\\server\\share"],
  ["//server/share", "win32", "//server/share"],
] as const)("%s on %s is made absolute as %s", (path, platform, expected) => {
  expect(absolutePath(path, { cwd: "/ws", home: "/home/ada" }, platform)).toBe(expected);
});
