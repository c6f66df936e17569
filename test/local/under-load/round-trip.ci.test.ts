import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bookmark, NewBookmark } from "../../../client/index.ts";
import { ApiProblem, MagpieClient } from "../../../client/index.ts";
import type { BlogSite } from "../../../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../../../lib/local/sites/blog-site.ts";
import { magpieProcess } from "../../cli/command-line.ts";
import { entry } from "../../entry.ts";
import { SpawnedRunner } from "../spawned-runner.ts";
import { temporaryFolder } from "../system.ts";
import { until } from "../until.ts";

const BOOKMARKS = 200;
/** The shares of the bookmarks after which the import, or the system, is killed. */
const KILLS: readonly (readonly [share: number, killed: "import" | "system"])[] = [
  [0.15, "import"],
  [0.3, "system"],
  [0.5, "import"],
  [0.7, "system"],
];

/** Most pages no longer exist: what their reader saved has to last. */
const GONE = "gone.example";

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
let blog: BlogSite;
const runners = new Map<string, SpawnedRunner>();
const imports = new Set<ChildProcess>();

beforeAll(async () => {
  blog = await startBlogSite();
  blog.fault(({ host }) => host === GONE, { kind: "status", status: 404 });
});

afterAll(async () => {
  for (const running of imports) running.kill("SIGKILL");
  await Promise.all([...runners.values()].map((runner) => runner.end("SIGKILL")));
  await blog?.close();
  folder.remove();
});

/** Starts a system, empty or with what its data folder holds. */
async function start(name: string, port = "0"): Promise<SpawnedRunner> {
  const runner = await SpawnedRunner.start({
    dataFolder: path(name),
    egressMap: { ...blog.egressMap, [GONE]: blog.origin },
    env: { PORT: port },
  });
  runners.set(name, runner);
  return runner;
}

/** The environment of a command line for the member of a system. */
function memberOf(name: string): Readonly<Record<string, string>> {
  const { tokens } = (runners.get(name) as SpawnedRunner).outputs;
  return { MAGPIE_DATA_DIR: path(name), MAGPIE_TOKEN: tokens.member };
}

function clientOf(name: string): MagpieClient {
  const { api_url: baseUrl, tokens } = (runners.get(name) as SpawnedRunner).outputs;
  return new MagpieClient({ baseUrl, token: tokens.member });
}

/** What moves from one system to another, newest first; the ids are made of the user's name and the address. */
async function moved(name: string) {
  const all: Pick<Bookmark, "id" | "url" | "title" | "note" | "tags" | "created_at">[] = [];
  for await (const { id, url, title, note, tags, created_at } of clientOf(name).bookmarks.all()) {
    all.push({ id, url, title, note, tags, created_at });
  }
  return all;
}

/** Whether a bookmark is there. */
async function has(name: string, id: string): Promise<boolean> {
  try {
    await clientOf(name).bookmarks.get(id);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return false;
    throw error;
  }
}

/** Starts an import that prints nothing but its result, and can be killed. */
function importing(file: string): ChildProcess {
  const child = spawn(process.execPath, [...entry("cli.ts"), "bookmark", "import", file], {
    env: { PATH: process.env.PATH, ...memberOf("target") },
    stdio: "ignore",
  });
  imports.add(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error("The import was over before it was killed.");
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** A bookmark of the file that the first system starts with. */
function numbered(at: number): NewBookmark {
  return {
    url: `https://${at % 50 === 0 ? "blog.example" : GONE}/posts/${at}?a=1&b='${at}'`,
    title: `No. ${at}: <b> & "鳥" \u{1F426}`,
    ...(at % 2 === 0 ? {} : { note: `First line of ${at}\n</A> second, line` }),
    tags: [`tag ${at % 40}`, "tea, green", "a|b"],
    saved_at: new Date(Date.UTC(2020, 0, 1, 0, at, 0, at % 1_000)).toISOString(),
  };
}

// Half a minute of computing; test/cli/moving.ci.test.ts moves a hundred without kills.
it(`${BOOKMARKS} bookmarks move whole and once while the import and the system are killed`, async () => {
  const given = Array.from({ length: BOOKMARKS }, (_, at) => numbered(at));
  writeFileSync(path("given.json"), JSON.stringify({ bookmarks: given }));
  await start("source");
  const summary = `${BOOKMARKS.toLocaleString("en")} new, 0 there already, 0 refused.\n`;
  expect(await magpieProcess(["bookmark", "import", path("given.json")], memberOf("source"))).toMatchObject({
    code: 0,
    stdout: summary,
  });
  const before = await moved("source");
  expect(before).toHaveLength(BOOKMARKS);
  const file = path("all.html");
  await magpieProcess(["bookmark", "export", "--format", "html", "--out", file], memberOf("source"));
  expect(readFileSync(file, "utf8").match(/<DT><A /g)).toHaveLength(BOOKMARKS);
  await runners.get("source")?.end("SIGTERM");

  const { port } = new URL((await start("target")).outputs.api_url);
  let running = importing(file);
  for (const [share, killed] of KILLS) {
    // The file has the newest bookmark first, and is imported in its order.
    const { id } = before[Math.floor(share * BOOKMARKS)] as Bookmark;
    await until(`${share} of the bookmarks are there`, () => has("target", id), Boolean);
    if (killed === "import") {
      await kill(running);
      running = importing(file);
    } else {
      expect(await runners.get("target")?.end("SIGKILL")).toBeNull();
      await start("target", port);
    }
  }
  const [code] = running.exitCode === null ? await once(running, "exit") : [running.exitCode];
  expect(code).toBe(0);
  expect(await moved("target")).toEqual(before);

  const again = await magpieProcess(["bookmark", "import", file, "--json"], memberOf("target"));
  expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, existing: BOOKMARKS, refused: [], left_out: [] });
  expect(await moved("target")).toEqual(before);
});
