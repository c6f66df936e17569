import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { MagpieClient } from "../../client/index.ts";
import { temporaryFolder } from "../local/system.ts";
import { magpie } from "./command-line.ts";
import { systemWithoutPages } from "./system-without-pages.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const system = systemWithoutPages();

/** A user's client, and the addresses that the user has now. */
async function person(sub: string) {
  const token = await system().token(sub);
  const client = new MagpieClient({ baseUrl: system().outputs.api_url, token });
  const urls = async () => (await client.bookmarks.list()).bookmarks.map(({ url }) => url).toSorted();
  return { sub, token, client, urls };
}

const PAGES = ["https://a.example/1", "https://a.example/2", "https://a.example/3"];
const run = (...args: string[]) => magpie(system().dataFolder, ["user", ...args]);

it("writes, moves and deletes one person's data, and shows no other person's", async () => {
  const [alice, bob] = [await person("alice"), await person("bob")];
  for (const url of PAGES) await alice.client.bookmarks.save({ url, note: "mine" });
  await bob.client.bookmarks.save({ url: "https://a.example/1", note: "theirs" });

  const exported = await run("export", alice.sub, "--format", "json", "--out", folder.path);
  expect(exported.code).toBe(0);
  const written = JSON.parse(readFileSync(join(folder.path, "bookmarks.json"), "utf8"));
  expect(written.bookmarks.map(({ url }: { url: string }) => url).toSorted()).toEqual(PAGES);

  expect(await run("move", alice.sub, bob.sub)).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
  const moved = await run("move", alice.sub, bob.sub, "--yes");
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining("https://a.example/1") });
  expect(await bob.urls()).toEqual(PAGES);
  expect(await alice.urls()).toEqual(["https://a.example/1"]);

  const deleted = await run("delete", bob.sub, "--yes");
  expect(deleted).toMatchObject({ code: 0, stdout: expect.stringContaining("3 bookmarks") });
  expect(await bob.urls()).toEqual([]);
  expect(await alice.urls()).toEqual(["https://a.example/1"]);
});

it("is for administrators only", async () => {
  const alice = await person("carol");
  const refused = await magpie(system().dataFolder, ["user", "delete", alice.sub, "--yes"], alice.token);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("group admin") });
});
