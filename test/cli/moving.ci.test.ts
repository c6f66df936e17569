import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bookmark } from "../../client/index.ts";
import { MagpieClient } from "../../client/index.ts";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { System } from "../local/system.ts";
import { folderOfFile } from "../local/temporary-folders.ts";
import type { Ran } from "./command-line.ts";
import { done, magpie } from "./command-line.ts";

/** The number of bookmarks that move: more than the hundred that the API lists at a time. */
const MOVED = 101;

const folder = folderOfFile();
const path = (name: string) => join(folder, name);
let missing: SimulatedSite;
let system: System;
beforeAll(async () => {
  // No page exists: a bookmark's page is requested once and not retried, which costs least.
  missing = await startSimulatedSite(() => htmlAnswer(404, "No such page."));
  system = await System.start({ "*": missing.origin });
});
afterAll(async () => {
  await system.close();
  await missing.close();
});

/** A new user's command line, and the user's bookmarks by the fields that move, newest first. */
async function person() {
  const { token } = await system.newUser();
  const client = new MagpieClient({ baseUrl: system.outputs.api_url, token });
  return {
    client,
    run: (...args: string[]): Promise<Ran> => magpie(system.dataFolder, args, token),
    async moved() {
      const all: Pick<Bookmark, "url" | "title" | "note" | "tags" | "created_at">[] = [];
      for await (const { url, title, note, tags, created_at } of client.bookmarks.all()) {
        all.push({ url, title, note, tags, created_at });
      }
      return all;
    },
  };
}

/** A new user who has saved this many bookmarks. */
async function personWith(count: number) {
  const alice = await person();
  for (let at = 0; at < count; at += 1) {
    await alice.client.bookmarks.save({
      url: `https://a.example/${at}?b=1&c='"`,
      title: `=Title <${at}> & "more", 鳥`,
      note: at % 2 === 0 ? null : `First\nline ${at}, </A>`,
      tags: [`tag ${at}`, "tea, green", "a|b"],
      saved_at: new Date(Date.UTC(2024, 0, 1, 0, 0, at, at)).toISOString(),
      created_from: "import",
    });
  }
  return alice;
}

it("everything that is exported is imported with titles, tags, notes and dates, once", async () => {
  const alice = await personWith(MOVED);
  const before = await alice.moved();
  expect(before).toHaveLength(MOVED);
  for (const format of ["html", "json", "csv"]) {
    const out = path(`moved.${format}`);
    const exported = await alice.run("bookmark", "export", "--format", format, "--out", out);
    expect(exported).toEqual(done(`${MOVED} bookmarks written to ${out}.`));
    expect(existsSync(`${out}.part`)).toBe(false);

    const bob = await person();
    const first = await bob.run("bookmark", "import", out);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    // Of Magpie's own files, no text of a person is left out; the columns have tests of their own.
    expect(first.stdout).toMatch(new RegExp(`^${MOVED} new, 0 already saved, 0 refused.\nColumns read: `));
    expect(await bob.moved()).toEqual(before);
    const again = await bob.run("bookmark", "import", out, "--json");
    expect(JSON.parse(again.stdout)).toEqual({
      dry_run: false,
      entries: MOVED,
      created: 0,
      existing: MOVED,
      stocks: 0,
      merged: 0,
      columns: expect.arrayContaining([{ name: expect.any(String), read: MOVED, not_read: 0 }]),
      refused: [],
      left_out: [],
      refused_counts: {},
      left_out_counts: {},
      dates_without_zone: 0,
    });
    expect(await bob.moved()).toEqual(before);
  }
});
