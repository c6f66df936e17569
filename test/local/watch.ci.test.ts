import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SpawnedRunner } from "./spawned-runner.ts";
import { temporaryFolder } from "./system.ts";
import { until } from "./until.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const RUNS = ["bin", "lib", "lambdas", "client", "console", "cdk.json", "package.json", "package-lock.json"];

const folder = temporaryFolder();
/** A copy, since a test must not change the project's own files. */
const copy = join(folder.path, "magpie");
const source = join(copy, "lambdas/operations/api.ts");
let runner: SpawnedRunner;

beforeAll(async () => {
  for (const name of RUNS) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  // Schedules don't fire by themselves in this test.
  const env = { MAGPIE_TIME_SCALE: "1" };
  runner = await SpawnedRunner.start({ dataFolder: join(folder.path, "data"), root: copy, args: ["--watch"], env });
});

afterAll(async () => {
  await runner?.end("SIGKILL");
  folder.remove();
});

async function health(): Promise<unknown> {
  const response = await fetch(`${runner.outputs.api_url}/v1/health`);
  return response.json();
}

const served = (status: string) =>
  until("the edit is served", health, (answer) => JSON.stringify(answer) === JSON.stringify({ status }));

/** As many editors save: a new file replaces the old one. */
function replace(text: string): void {
  writeFileSync(`${source}.new`, text);
  renameSync(`${source}.new`, source);
}

it("--watch serves edited code, and the last working code as long as it is broken", async () => {
  const original = readFileSync(source, "utf8");
  const edited = (status: string) => original.replace('ok({ status: "ok" })', `ok({ status: "${status}" })`);
  expect(await health()).toEqual({ status: "ok" });
  replace(edited("replaced"));
  await served("replaced");
  writeFileSync(source, edited("written over"));
  await served("written over");

  writeFileSync(source, `${edited("broken")}\nimport "./nothing.ts";\n`);
  await until(
    "the runner says what is wrong",
    () => runner.stderr,
    (output) => /not reloaded, the last good bundle goes on: .*\n.*nothing/.test(output),
  );
  expect(await health()).toEqual({ status: "written over" });
  writeFileSync(join(copy, "lambdas/operations/nothing.ts"), "export {};\n");
  await served("broken");
  replace(original);
  await served("ok");
  expect(runner.stderr.match(/^reloaded .*$/gm)?.slice(0, 2)).toEqual([
    "reloaded operations-api",
    "reloaded operations-api",
  ]);
});
