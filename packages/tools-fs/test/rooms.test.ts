import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** Rooms from the lowest; a room knows the files beside the rooms and what stands before it. */
const ROOMS = ["text", "file", "replace", "media", "notebook", "edit", "read", "search"];

test("every folder is a room, and rooms import downwards", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const roomOf = (path: string): string => dirname(path);
  expect(new Set(files.map(roomOf))).toEqual(new Set([".", ...ROOMS]));
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    const imported = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) =>
      relative(source, resolve(source, dirname(file), path)),
    );
    const [from, isAllowed] = [
      roomOf(file),
      (room: string) => ROOMS.indexOf(room) < ROOMS.indexOf(roomOf(file)),
    ];
    return imported
      .map(roomOf)
      .filter((to) => from !== "." && to !== "." && to !== from && !isAllowed(to))
      .map((to) => `${file}: ${from} → ${to}`);
  });
  expect(wrong).toEqual([]);
});
