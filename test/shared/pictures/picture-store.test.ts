import { beforeEach, describe, expect, it } from "vitest";
import { pictureAddress } from "../../../lambdas/shared/pictures/picture-address.ts";
import type { Picture } from "../../../lambdas/shared/pictures/picture-store.ts";
import { lostAnswer } from "../../emulators/aws-errors.ts";
import { s3Error } from "../../emulators/s3-error.ts";
import { socketError } from "../../emulators/socket-errors.ts";
import { PictureBucket } from "./picture-bucket.ts";
import { GIF, PNG } from "./sample-pictures.ts";

const png = { type: "image/png", bytes: PNG } as const;
const gif = { type: "image/gif", bytes: GIF } as const;

let bucket: PictureBucket;
beforeEach(() => {
  bucket = new PictureBucket();
});

const put = async (folder: string, picture: Picture) => (await bucket.store.put(folder, picture)).path;

describe("the store of pictures", () => {
  it("has a path for each picture and folder", async () => {
    const paths = [await put("a", png), await put("b", png), await put("a", gif)];
    expect(new Set(paths).size).toBe(3);
    expect([...bucket.objects.keys()].map((key) => `/${key}`)).toEqual(paths);
  });

  it("leaves the other objects of a path, and returns which pictures were missing", async () => {
    const path = await put("a", png);
    expect(await bucket.store.put("a", { ...png, type: "image/gif" })).toEqual({ path, isNew: false });
    expect(bucket.objects.get(path.slice(1))?.type).toBe("image/png");
    expect(await bucket.store.put("a", gif)).toMatchObject({ isNew: true });
  });

  it.each([
    s3Error("AccessDenied", 403),
    s3Error("ConditionalRequestConflict", 409),
    lostAnswer("reset"),
    socketError("refused"),
  ])("takes no other error for a picture that is there: $name", async (error) => {
    bucket.around = () => {
      throw error;
    };
    await expect(bucket.store.put("a", png)).rejects.toBe(error);
  });

  it("empties one folder, and none whose name has the same beginning", async () => {
    // More than the bucket lists at once.
    for (const picture of [png, gif, { ...gif, bytes: Buffer.from("another") }]) await bucket.store.put("a", picture);
    const others = [await put("ab", png), await put("b", png)];
    await bucket.store.empty("a");
    expect([...bucket.objects.keys()].map((key) => `/${key}`)).toEqual(others);
  });

  it("deletes pictures by their paths, and leaves the others of their folder", async () => {
    const [gone, stays] = [await put("a", png), await put("a", gif)];
    await bucket.store.delete([gone]);
    expect([...bucket.objects.keys()].map((key) => `/${key}`)).toEqual([stays]);
  });

  it("has pictures at the site's address, and none for an item without one", () => {
    expect(pictureAddress("https://alice.example", "/i/a-1")).toBe("https://alice.example/i/a-1");
    expect(pictureAddress("https://alice.example", null)).toBeNull();
  });
});
