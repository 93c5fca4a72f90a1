import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

const packages = fileURLToPath(new URL("../../", import.meta.url));
const packs = readdirSync(packages).filter((name) => name.startsWith("tools-"));

test.each(packs)(
  "the manifest of %s is what its code is; `node scripts/manifests.mjs` writes it anew",
  async (name) => {
    const checked = await run(await createPlace(), ["pack", "manifest", join(packages, name), "--check"]);
    expect(checked).toMatchObject({ code: 0, stderr: "" });
  },
);
