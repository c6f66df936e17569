import { describe, expect, it } from "vitest";
import { reconcilableFiles } from "../../lambdas/shared/saved-items/reconcilable-files.ts";
import { resend } from "../../lambdas/shared/work/reconcile.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { deletedPictures } from "../../lambdas/slides/stock-table.ts";
import { deletion } from "../changes/deletion.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";
import { PNG } from "../shared/pictures/sample-pictures.ts";
import { metadata } from "./slides-world.ts";
import { clock, saved, stocks, workerOfEachTest } from "./worker-of-tests.ts";

workerOfEachTest();
const DAY = 24 * 60 * MINUTE;

/** A stock with a picture, and one that a worker has left, deleted. */
async function deletedStock(): Promise<{
  readonly stock: Stock;
  readonly bucket: PictureBucket;
  readonly path: string;
}> {
  const bucket = new PictureBucket();
  const stock = await saved();
  await bucket.store.put(stock.folder, { type: "image/png", bytes: Buffer.concat([PNG, PNG]) });
  await bucket.store.put("another-folder", { type: "image/png", bytes: PNG });
  const { path: thumbnailPath } = await bucket.store.put(stock.folder, { type: "image/png", bytes: PNG });
  await stocks.complete(stock, { ...metadata, thumbnailPath }, { workId: stock.workId, now: clock.now() });
  await stocks.delete(stock, deletion(clock.now()));
  return { stock, bucket, path: thumbnailPath };
}

/** A run of reconcile. @returns the number of pictures that are left */
async function leftAfterRun(bucket: PictureBucket): Promise<number> {
  const files = deletedPictures(dynamo.client, "stocks", bucket.store);
  const kind = reconcilableFiles("deleted_pictures", files, clock);
  await resend(kind, await kind.overdue(100), "correlation-1", () => clock.now());
  return bucket.objects.size;
}

describe("the picture of a deleted stock", () => {
  it("is deleted after seven days, with what a worker has left, and no other", async () => {
    const { bucket } = await deletedStock();
    clock.forward(7 * DAY - 1);
    expect(await leftAfterRun(bucket)).toBe(3);
    clock.forward(1);
    expect(await leftAfterRun(bucket)).toBe(1);
    expect([...bucket.objects.keys()]).toEqual([expect.stringMatching(/^i\/another-folder-/)]);
  });

  it("is there again when the deck is saved again before", async () => {
    const { stock, bucket, path } = await deletedStock();
    await stocks.createAgain({ ...stock, folder: "a-new-one" }, "creation-2", null);
    clock.forward(8 * DAY);
    expect(await leftAfterRun(bucket)).toBe(3);
    expect(await stocks.get(stock)).toMatchObject({ folder: stock.folder, thumbnailPath: path });
  });
});
