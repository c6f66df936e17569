import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../local/temporary-folders.ts";
import { lastRelease, PlayedStage } from "./played-stage.ts";

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
  expect((await stage.client.products.list()).products).toMatchObject([{ name: "taken back" }]);
});
