import { describe, expect, it } from "vitest";
import { isBelow, isInside, toComparable } from "../../src/policy/path-inside.ts";
import {
  absolutePath,
  isAbsolutePath,
  isNetworkPath,
  oddWindowsPath,
} from "../../src/policy/windows-path.ts";

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

  it.each([
    ["/srv/./ws./a", "/srv/ws./a"],
    ["/srv/./c:/x", "/srv/c:/x"],
    ["\\\\server\\share", "/server/share"],
    ["C:\\a.\\..\\b", "/c/b"],
    ["/srv/", "/srv"],
    ["/", "/"],
  ])("of %s elsewhere is %s", (path, expected) => {
    expect(toComparable(path, "linux")).toBe(expected);
  });

  it.each(["/srv\\ws\\a", "/srv/ws/a.txt.", "/srv/a.txt:hidden", "/srv/ws. ./a"])(
    "of %s elsewhere is the same",
    (path) => {
      expect(toComparable(path, "linux")).toBe(path);
    },
  );
});

describe("a path in a directory", () => {
  it.each([
    ["/a/b", "/a", true],
    ["/a/", "/a", true],
    ["/ab", "/a", false],
    ["/a/..b", "/a", true],
    ["/a/../b", "/a", false],
    ["/", "/a", false],
    ["/a", "/", true],
    ["/", "/", true],
  ])("%s in %s: %s", (path, directory, expected) => {
    expect(isInside(path, directory)).toBe(expected);
  });

  it("is not below itself", () => {
    expect(isBelow("/a/", "/a")).toBe(false);
    expect(isBelow("/", "/")).toBe(false);
    expect(isBelow("/a/b", "/a")).toBe(true);
  });
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

  it.each([
    ["//server/share", "is on another computer or a device, which must not even be looked at"],
    ["C:nul", "names a device"],
    ["C:\\nul:abc", "names a device"],
    ["C:\\a:b", "names a stream inside a file"],
    ["aC:x", "names a stream inside a file"],
    ["C:x", "depends on the current directory of a drive"],
    ["C:\\PROGRA~1", "has a short name that may stand for another file"],
  ])("is said to be so: %s", (path, why) => {
    expect(oddWindowsPath(path, "win32")?.why).toBe(why);
  });

  it.each(["C:/a//b", "C:\\Users\\ada\\a.txt", "/srv/nullable", "/srv/console/x", "/srv/a~b", "C:/x/com10"])(
    "is not %s",
    (path) => {
      expect(oddWindowsPath(path, "win32")).toBeUndefined();
    },
  );
});

it.each([
  ["\\\\server\\x", "linux", true],
  ["//server/x", "linux", false],
  ["//server/x", "win32", true],
  ["/server//x", "win32", false],
  ["/server", "win32", false],
  ["C:\\x", "win32", false],
] as const)("%s on %s is on another computer: %s", (path, platform, expected) => {
  expect(isNetworkPath(path, platform)).toBe(expected);
});

it.each([
  ["/x", "linux", true],
  ["C:\\x", "linux", false],
  ["C:\\x", "win32", true],
  ["C:x", "win32", true],
  ["\\x", "win32", true],
  ["x", "win32", false],
  ["a/C:x", "win32", false],
] as const)("%s on %s is absolute: %s", (path, platform, expected) => {
  expect(isAbsolutePath(path, platform)).toBe(expected);
});

it.each([
  ["a/b", "win32", "/ws/a/b"],
  ["a/C:x", "win32", "/ws/a/C:x"],
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
