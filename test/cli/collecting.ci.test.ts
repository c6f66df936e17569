import { afterAll, beforeAll, expect, it } from "vitest";
import { MagpieClient } from "../../client/index.ts";
import type { GoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import { startGoogleBooksSite } from "../../lib/local/sites/google-books-site.ts";
import { System } from "../local/system.ts";
import { magpie } from "./command-line.ts";

let google: GoogleBooksSite;
let system: System;

beforeAll(async () => {
  google = await startGoogleBooksSite({ volumes: 130 });
  system = await System.start(google.egressMap, new Map([["magpie/google-books-api-key", google.apiKey]]));
});

afterAll(async () => {
  await system.close();
  await google.close();
});

const run = (...args: string[]) => magpie(system.dataFolder, args);

async function json(...args: string[]) {
  const { code, stdout } = await run(...args, "--json");
  return { code, ...JSON.parse(stdout) };
}

it("run-due --dry-run shows what a run of the due jobs then requests", async () => {
  await run("job", "add", "due", "--query", "due  a", "--query", "b", "--max-per-run", "5");
  await run("job", "run", "due");
  await run("job", "update", "due", "--schedule", "weekly", "--disabled");
  expect((await json("run-due", "--dry-run")).due).toEqual([]);
  await run("job", "enable", "due");
  const client = new MagpieClient({ baseUrl: system.api, token: system.outputs.tokens.admin });
  const [cursor] = await client.jobs.cursors("due");
  google.clearRequested();
  expect((await json("run-due", "--dry-run")).due).toEqual([
    {
      job: "due",
      kind: "collect",
      query_set_hash: cursor?.query_set_hash,
      start_index: 5,
      max_results: 5,
      is_exhausted: false,
      in_progress: false,
    },
  ]);
  expect(google.requested()).toEqual([]);
  expect(await json("run-due")).toMatchObject({ code: 0, runs: [{ job: "due", run: { collected: 5 } }] });
  expect(google.requested()).toMatchObject([{ startIndex: 5, maxResults: 5 }]);
  expect((await json("run-due")).runs).toEqual([]);
});
