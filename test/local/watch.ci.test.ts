import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { watchSources } from "../../lib/local/watch.ts";
import { cookieOfBrowser } from "./cookie-of-browser.ts";
import { SpawnedRunner } from "./spawned-runner.ts";
import { folderOfFile } from "./temporary-folders.ts";
import { until } from "./until.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const RUNS = ["bin", "lib", "lambdas", "client", "console", "docs", "cdk.json", "package.json", "package-lock.json"];

const folder = folderOfFile();
/** A copy, since a test must not change the project's own files. */
const copy = join(folder, "magpie");
const source = join(copy, "lambdas/operations/api.ts");
const consolePage = join(copy, "console/index.html");
const consoleScript = join(copy, "console/main.tsx");
let runner: SpawnedRunner;

beforeAll(async () => {
  for (const name of RUNS) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  // Schedules don't fire by themselves in this test.
  const env = { MAGPIE_TIME_SCALE: "1" };
  runner = await SpawnedRunner.start({ dataFolder: join(folder, "data"), root: copy, args: ["--watch"], env });
});

afterAll(async () => {
  await runner?.end("SIGKILL");
});

async function health(): Promise<unknown> {
  const response = await fetch(`${runner.outputs.api_url}/v1/health`);
  return response.json();
}

const served = (status: string) =>
  until("the edit is served", health, (answer) => (answer as { status: string }).status === status);

/** The text of a path of the console. */
async function ofConsole(path: string): Promise<string> {
  return (await fetch(`${runner.outputs.site_url}/app/${path}`)).text();
}

/** The console's page, once it satisfies a condition. */
const page = (what: string, isMeant: (html: string) => boolean) => until(what, () => ofConsole(""), isMeant);

/** The paths of the scripts that a page has loaded at once. */
const scriptsOf = (html: string) => [...html.matchAll(/"\/app\/(assets\/[\w-]+\.js)"/g)].map(([, path = ""]) => path);

/** The text of all these scripts, which the runner serves. */
async function codeOf(html: string): Promise<string> {
  return (await Promise.all(scriptsOf(html).map(ofConsole))).join("\n");
}

/** What tells an open page that it is to be loaded again, as the script of the page asks for it. */
async function openedReloads(html: string) {
  expect(html).toContain('<script type="module" src="/_local/reload.js"></script></head>');
  const headers = { cookie: await cookieOfBrowser(runner.outputs) };
  const script = await fetch(`${runner.outputs.site_url}/_local/reload.js`, { headers });
  expect(await script.text()).toContain("location.reload()");
  const { body } = await fetch(`${runner.outputs.site_url}/_local/reloads`, { headers });
  if (body === null) throw new Error("the answer has no body");
  const events = body.pipeThrough(new TextDecoderStream()).getReader();
  expect(await events.read()).toMatchObject({ value: ": connected\n\n" });
  return events;
}

/** As many editors save: a new file replaces the old one. */
function replace(text: string, file = source): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

it("--watch serves edited code, and the last working code as long as it is broken", async () => {
  const original = readFileSync(source, "utf8");
  const edited = (status: string) => original.replace('status: "ok"', `status: "${status}"`);
  expect(await health()).toMatchObject({ status: "ok" });
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
  expect(await health()).toMatchObject({ status: "written over" });
  writeFileSync(join(copy, "lambdas/operations/nothing.ts"), "export {};\n");
  await served("broken");
  // During the build after an edit another one comes.
  for (const last of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
    writeFileSync(source, edited(last));
    for (let request = 0; request < 20; request += 1) await health();
  }
  await served("h");
  replace(original);
  await served("ok");
  expect(runner.stderr.match(/^reloaded .*$/gm)?.slice(0, 2)).toEqual([
    "reloaded operations-api",
    "reloaded operations-api",
  ]);
});

it("--watch serves the edited console, has its open pages loaded again, and serves its last working files as long as it is broken", async () => {
  const [html, script] = [consolePage, consoleScript].map((file) => readFileSync(file, "utf8")) as [string, string];
  const first = await ofConsole("");
  const worker = await ofConsole("sw.js");

  const events = await openedReloads(first);
  replace(html.replace("</body>", "<p>edited</p></body>"), consolePage);
  expect(await events.read()).toMatchObject({ value: "data: reload\n\n" });
  await events.cancel();
  const second = await ofConsole("");
  expect(second).toContain("<p>edited</p>");
  // With another list of files: browsers take the new worker only if it differs.
  const itsWorker = await ofConsole("sw.js");
  expect(itsWorker).not.toBe(worker);

  writeFileSync(consoleScript, `${script}\ndocument.title = "edited title";\n`);
  const edited = await page(
    "the page has another script",
    (served) => scriptsOf(served).length > 0 && String(scriptsOf(served)) !== String(scriptsOf(second)),
  );
  expect(await codeOf(edited)).toContain("edited title");
  for (const shown of [first, second]) {
    // For a page that is open.
    const open = await codeOf(shown);
    expect(open).not.toContain("edited title");
    expect(open.length).toBeGreaterThan(10_000);
  }
  expect(await ofConsole("sw.js")).not.toBe(itsWorker);

  writeFileSync(consoleScript, "const broken = ;\n");
  await until(
    "the runner says what is wrong with it",
    () => runner.stderr,
    (output) => /not reloaded, the last good bundle goes on: .*main\.tsx/s.test(output),
  );
  expect(scriptsOf(await ofConsole(""))).toEqual(scriptsOf(edited));

  replace(script, consoleScript);
  await page("the page before the edit is served again", (served) => served === second);
  expect(await ofConsole("sw.js")).toBe(itsWorker);
});

it.each([
  ["an edit since the sources were read", 0, ["reloaded operations-api"]],
  ["no other source", Date.now(), []],
])("a watch begins with %s", async (_what, readAt, expected) => {
  const said: string[] = [];
  const made = () => ({ "operations-api": { inputs: ["lambdas/operations/api.ts"], hash: "" } });
  const end = await watchSources({
    assembly: { made },
    readAt,
    folder: join(folder, "watched"),
    functions: [],
    reloaded: () => undefined,
    say: (line) => said.push(line),
  });
  await end();
  expect(said).toEqual(expected);
});
