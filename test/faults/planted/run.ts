// Plants the defects one after the other in a copy of the project, and prints which case of the fault matrix finds each:
// npx node test/faults/planted/run.ts [--feature slides] [--only "a part of a defect's words"] [--write]
// With --write, the table in docs/reliability.md is replaced.
import { execFileSync, fork } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { table, withTables } from "../../infra/guides/cost.ts";
import { PLANTED_DEFECTS } from "./every-defect.ts";
import type { PlantedDefect } from "./planted-defect.ts";
import { occurrences } from "./planted-defect.ts";

const { values } = parseArgs({
  options: { feature: { type: "string" }, only: { type: "string", default: "" }, write: { type: "boolean" } },
});
const ROOT = join(import.meta.dirname, "../../..");
const chosen = PLANTED_DEFECTS.filter(
  ({ feature, what }) => (values.feature ?? feature) === feature && what.includes(values.only),
);
const copy = mkdtempSync(join(tmpdir(), "planted-"));

/** Copies the files of the project, with what is not committed yet. */
function copyProject(): void {
  const options = { cwd: ROOT, encoding: "utf8" } as const;
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], options);
  for (const file of new Set(files.trim().split("\n"))) {
    cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

/** Runs the feature's cases in the copy. @returns the first that does not hold; null if all hold */
async function findingCase(feature: string): Promise<string | null> {
  const script = join(copy, "test/faults/planted/first-difference.ts");
  const child = fork(script, [feature], { cwd: copy, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  child.once("message", ({ found }: { readonly found: string | null }) => resolve(found));
  // After a message this changes nothing.
  child.once("exit", (code) => reject(new Error(`The cases of ${feature} ended without a result: ${code}`)));
  return promise;
}

/** What finds a defect that the matrix can't. */
function elsewhere({ elsewhere: other }: PlantedDefect): string {
  return other === undefined ? "**none**" : `\`${other.test}\`: ${other.why}`;
}

async function planted(defect: PlantedDefect): Promise<readonly string[]> {
  if (occurrences(defect) !== 1) throw new Error(`${defect.what}: its text does not occur once in ${defect.file}`);
  const path = join(copy, defect.file);
  const before = readFileSync(path, "utf8");
  writeFileSync(
    path,
    before.replace(defect.text, () => defect.replacement),
  );
  try {
    const found = await findingCase(defect.feature);
    console.error(`${found === null ? "SURVIVES" : "found"}: ${defect.feature}, ${defect.what}: ${found}`);
    return [defect.feature, defect.what, found ?? elsewhere(defect)];
  } finally {
    writeFileSync(path, before);
  }
}

try {
  copyProject();
  const rows: (readonly string[])[] = [];
  for (const defect of chosen) rows.push(await planted(defect));
  const defects = table(
    ["Feature", "Defect", "Found by"],
    rows.map((row) => [...row]),
  );
  console.log(defects);
  if (values.write === true) {
    const path = join(ROOT, "docs/reliability.md");
    writeFileSync(path, withTables(readFileSync(path, "utf8"), { planted: defects }));
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
