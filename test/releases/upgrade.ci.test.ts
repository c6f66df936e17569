import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../local/system.ts";
import { copyOfTree, lastRelease, PlayedStage } from "./played-stage.ts";

const THIS_TREE = resolve(import.meta.dirname, "../..");

const folder = temporaryFolder();
let stage: PlayedStage;

beforeAll(async () => {
  stage = await PlayedStage.begin();
});
afterAll(async () => {
  await stage.close();
  folder.remove();
});

it("goes from the last release to this tree and back: everything is read, changed and crawled", async () => {
  const last = lastRelease(join(folder.path, "last"));
  await stage.start(last);
  await stage.fill();
  const first = await stage.leaveDeadLetter("of-the-last-release");
  const before = await stage.everything();
  for (const [what, items] of Object.entries(before)) expect(items, what).not.toEqual([]);

  await stage.start(THIS_TREE);
  expect(await stage.everything()).toEqual(before);
  // The message was written by the last release.
  await stage.redrive();
  await stage.deckIs("ready", first);
  await stage.work("second");
  await stage.change("upgraded");
  const second = await stage.leaveDeadLetter("of-this-tree");
  const upgraded = await stage.everything();
  expect(upgraded.stocks.length).toBe(before.stocks.length + 2);

  await stage.start(last);
  expect(await stage.everything()).toEqual(upgraded);
  await stage.redrive();
  await stage.deckIs("ready", second);
  await stage.work("third");
  await stage.change("taken back");
  expect((await stage.everything()).products).toMatchObject([{ name: "taken back" }]);
});

/** Replaces a text of a file, each time that it occurs. */
function edit(root: string, file: string, from: string, to: string): void {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replaceAll(from, to));
}

// It goes on with what the last release has left.
it("notices a message, an item, a route and a table that are other than in the last release", async () => {
  await stage.leaveDeadLetter("not-understood");
  const before = await stage.everything();

  const next = copyOfTree(join(folder.path, "next"));
  const version = "schemaVersion: z.literal(1),";
  edit(next, "lambdas/slides/fetch-message.ts", version, `${version} reason: z.string(),`);
  edit(next, "lambdas/mercari/tables/result-item.ts", "first_seen_at", "seen_at");
  edit(next, "lambdas/operations/routes.ts", "/v1/ops/alarms", "/v1/ops/states");
  await stage.start(next);
  const after = await stage.everything();
  expect(after.listings).not.toEqual(before.listings);
  expect({ ...after, listings: [] }).toEqual({ ...before, listings: [] });
  await expect(stage.client.alarms.list()).rejects.toMatchObject({ status: 404 });
  await stage.redrive();
  await stage.logged(/message_not_understood|message_given_up/);

  edit(next, "lib/slides.ts", '"created_at"', '"saved_at"');
  await expect(stage.start(next)).rejects.toThrow("of the data folder is of another version");
});
