import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** Creates its folder there with a known name, and refuses one that is not this user's alone. */
const CHECKED = "lambdas/mercari/fetch/unpack-chromium.ts";

/** The system's folder for temporary files, other than as the place of a folder whose name nobody can know before. */
const KNOWN_NAME = /(?<!mkdtemp(Sync)?\(\s*join\(\s*)tmpdir\(\)/;
const SHARED_FOLDER = /(?<!\w)\/(tmp|var\/tmp|dev\/shm)(?=[/"'`\s]|$)|mktemp -u/m;
/** Its code unpacks to fixed names in the folder for temporary files, and executes what is there. */
const UNPACKS_THERE = /(from|import\()\s*"@sparticuz\/chromium"/;

const uses = (text: string) => [KNOWN_NAME, SHARED_FOLDER, UNPACKS_THERE].some((pattern) => pattern.test(text));

it.each([
  'join(tmpdir(), "magpie-cache")',
  "const path = tmpdir();",
  '"/tmp/magpie"',
  "mkdir -p /tmp",
  'import { inflate } from "@sparticuz/chromium";',
])("%s is a name that other users of the machine know", (text) => expect(uses(text)).toBe(true));

it("nothing has a known name in a folder that other users of the machine write to", () => {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  const texts = files
    .trim()
    .split("\n")
    .filter((file) => /\.(ts|tsx|c?js|mjs|jsx|json|md)$|^\.ci\//.test(file));
  expect(texts.length).toBeGreaterThan(1_000);
  const named = texts.filter((file) => file !== "package-lock.json" && uses(readFileSync(join(ROOT, file), "utf8")));
  expect(named.sort()).toEqual([CHECKED, "test/shared-folders.test.ts"]);
});
