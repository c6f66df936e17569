import { beforeEach, describe, expect, it } from "vitest";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { socketError } from "../../emulators/socket-errors.ts";
import { PictureBucket } from "../../shared/pictures/picture-bucket.ts";
import { JPEG, PNG } from "../../shared/pictures/sample-pictures.ts";
import type { BooksWorld } from "../books-world.ts";
import { collector, SITE, volume, volumesAnswer } from "../books-world.ts";
import { admin, operatorOfEachTest, world } from "../operator-of-tests.ts";

const log = capturedLog();
operatorOfEachTest();
const ADDRESS = "https://books.google.com/books/content?id=a&zoom=1";
/** Begins as a picture does, and is refused by the library. */
const UNREADABLE = Buffer.concat([PNG.subarray(0, 20), Buffer.from("cut off")]);
const SHOWN = expect.stringMatching(/^https:\/\/site\.example\/i\/[0-9a-f-]{36}-[0-9a-f]{32}$/);

let bucket: PictureBucket;
/** What Google has: the cover's address in the list, and what is there. */
let google: { thumbnail: string | undefined; cover: Buffer | Partial<OutboundResponse> | Error };
let requested: string[];

beforeEach(async () => {
  bucket = new PictureBucket();
  google = { thumbnail: ADDRESS, cover: PNG };
  requested = [];
  await admin.create("job");
});

const worker = (coversQueue: BooksWorld["collectQueue"] | null = world.collectQueue) =>
  collector(
    world,
    async ({ url }) => {
      const list = volumesAnswer([volume("a", { imageLinks: { thumbnail: google.thumbnail } })], 1);
      if (new URL(url).host !== "books.google.com") return list;
      requested.push(String(url));
      if (google.cover instanceof Error) throw google.cover;
      return { ...list, ...(Buffer.isBuffer(google.cover) ? { body: google.cover } : google.cover) };
    },
    {
      coversQueue,
      pictures: bucket.store,
      fitPictures: async (orders) =>
        orders.map(({ picture, sizes }) => (UNREADABLE.equals(picture.bytes) ? null : sizes.map(() => picture))),
    },
  );

/** Lets a job find the book, from the beginning. @returns the message that asks for covers; undefined without one */
async function find(works = worker()) {
  const before = world.collectQueue.sent.length;
  await admin.reset("job");
  expect((await admin.run("job", works)).stop_reason).toBe("exhausted");
  return world.collectQueue.sent.slice(before).find(({ message }) => message.coversOf !== undefined)?.message;
}

const shown = async () => (await admin.books())[0]?.image_url;

describe("the cover of a book", () => {
  it("is copied once, however often its message comes, and is not asked for when the book is found again", async () => {
    const works = worker();
    const message = await find(works);
    expect(await shown()).toBeNull();
    for (const receive of [1, 2, 1]) expect(await works.receive(message, receive)).toBe(true);
    expect([await shown(), requested]).toEqual([SHOWN, [ADDRESS]]);
    expect([...bucket.objects.keys()].map((key) => `${SITE}/${key}`)).toEqual([await shown()]);
    expect(await find()).toBeUndefined();
  });

  it.each<[string, typeof google.cover]>([
    ["is not there", { status: 404 }],
    ["is forbidden", { status: 403 }],
    ["is a page", Buffer.from("<!doctype html><title>Unusual traffic</title>")],
    ["is cut off", { body: PNG, truncated: true }],
    ["can't be decoded", UNREADABLE],
    ["is at an address that is not asked", new OutboundError("blocked_address", ADDRESS)],
  ])("is not requested again when it %s", async (_, cover) => {
    google.cover = cover;
    expect(await worker().receive(await find())).toBe(true);
    expect([await shown(), bucket.objects.size]).toEqual([null, 0]);
    expect(await find()).toBeUndefined();
  });

  it.each<[string, typeof google.cover]>([
    ["fails", { status: 503 }],
    ["is asked for too often", { status: 429, retryAfterSeconds: 600 }],
    ["does not come", new OutboundError("network", ADDRESS, { cause: socketError("refused") })],
  ])("is tried again later when it %s, and in the end without a trace", async (_, cover) => {
    google.cover = cover;
    const works = worker();
    const message = await find(works);
    expect(await works.receive(message)).toBe(false);
    expect(works.waits.at(-1)).toBeGreaterThanOrEqual(60);
    expect(await works.receive(message, 4)).toBe(true);
    expect(log.lines("message_given_up")).toMatchObject([{ fault: "theirs" }]);
    google.cover = JPEG;
    expect((await admin.runs("job"))[0]?.stop_reason).toBe("exhausted");
    expect(await works.receive(await find(works))).toBe(true);
    expect(await shown()).toEqual(SHOWN);
  });

  it("is copied anew from another address, and the former copy is deleted", async () => {
    await worker().receive(await find());
    google = { thumbnail: `${ADDRESS}&v=2`, cover: JPEG };
    const message = await find();
    expect(await shown()).toBeNull();
    await worker().receive(message);
    expect([...bucket.objects.keys()].map((key) => `${SITE}/${key}`)).toEqual([await shown()]);
  });

  it("is deleted when Google has none any more", async () => {
    await worker().receive(await find());
    google.thumbnail = undefined;
    await worker().receive(await find());
    expect([await shown(), bucket.objects.size]).toEqual([null, 0]);
    expect(await find()).toBeUndefined();
  });

  it("is not kept when the book got another address meanwhile", async () => {
    const message = await find();
    bucket.around = async (_, act) => {
      bucket.around = (_command, later) => later();
      google.thumbnail = `${ADDRESS}&v=2`;
      await find(worker(null));
      return act();
    };
    expect(await worker().receive(message)).toBe(true);
    expect([await shown(), bucket.objects.size]).toEqual([null, 0]);
  });

  it("fails no run when the queue takes no message, and is asked for when the book is found again", async () => {
    const refusing = { ...world.collectQueue, failure: new Error("no queue") };
    expect(await find(worker(refusing))).toBeUndefined();
    expect(log.lines("covers_not_requested")).toMatchObject([{ level: "WARN", job: "job" }]);
    expect(await find()).toMatchObject({ jobName: "job", coversOf: [expect.any(String)] });
  });

  it("is not copied on a stage that only links covers", async () => {
    expect([await find(worker(null)), requested]).toEqual([undefined, []]);
  });
});
