import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { send } from "../../../../lib/local/emulators/emulator-http.ts";
import type { Emulators } from "../../../../lib/local/emulators/emulators.ts";
import { startEmulators } from "../../../../lib/local/emulators/emulators.ts";
import { folderOfFile } from "../../temporary-folders.ts";

const folder = folderOfFile();

const statusOf = async ({ fauxqs }: Emulators, path: string) => (await send(fauxqs.port, "GET", path, "", {})).status;

it("writes to buckets that a kill has cut off are undone at the next start, and no others", async () => {
  const first = await startEmulators(folder, false);
  for (const bucket of ["site", "pages"]) first.fauxqs.createBucket(bucket);
  const keys = ["whole", "docs/cut content", "cut-description", "no-content-yet"];
  for (const key of keys) await send(first.fauxqs.port, "PUT", `/site/${encodeURI(key)}`, `content of ${key}`, {});
  await first.close();

  const buckets = join(folder, "s3/buckets");
  const objects = join(buckets, "site/objects");
  const before = readFileSync(join(objects, "whole.data"), "utf8");
  truncateSync(join(objects, "docs/cut content.data"), 3);
  truncateSync(join(objects, "cut-description.meta.json"), 10);
  writeFileSync(join(objects, "no-content-yet.data"), "");
  truncateSync(join(buckets, "pages/.bucket.json"), 0);

  const second = await startEmulators(folder, true);
  second.fauxqs.createBucket("pages");
  expect(await statusOf(second, "/site/whole")).toBe(200);
  for (const key of keys.slice(1)) expect(await statusOf(second, `/site/${encodeURI(key)}`), key).toBe(404);
  expect((await send(second.fauxqs.port, "PUT", "/pages/new", "text", {})).status).toBe(200);
  await second.close();
  expect(readFileSync(join(objects, "whole.data"), "utf8")).toBe(before);
  expect(readdirSync(objects, { recursive: true }).sort()).toEqual(["docs", "whole.data", "whole.meta.json"]);
});
