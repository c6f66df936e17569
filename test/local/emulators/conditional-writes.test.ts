import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import { S3Bucket } from "./s3-bucket.ts";

const Bucket = "pages";
const s3Bucket = new S3Bucket(Bucket);

type Conditions = Pick<PutObjectCommand["input"], "IfMatch" | "IfNoneMatch">;
const put = (Key: string, Body: string, conditions: Conditions = {}, s3 = s3Bucket.client()) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...conditions }));

async function textOf(Key: string): Promise<string | undefined> {
  const { Body } = await s3Bucket.client().send(new GetObjectCommand({ Bucket, Key }));
  return Body?.transformToString();
}

const refusal = (name: string, status: number) => ({ name, $metadata: { httpStatusCode: status } });

describe("a write under If-None-Match: *", () => {
  it("creates a missing object", async () => {
    await put("new/list.json", "1", { IfNoneMatch: "*" });
    expect(await textOf("new/list.json")).toBe("1");
  });

  it("does not change an existing object", async () => {
    await put("there", "1");
    await expect(put("there", "2", { IfNoneMatch: "*" })).rejects.toMatchObject(refusal("PreconditionFailed", 412));
    expect(await textOf("there")).toBe("1");
  });

  it("creates a deleted object again", async () => {
    await put("gone", "1");
    await s3Bucket.client().send(new DeleteObjectCommand({ Bucket, Key: "gone" }));
    await put("gone", "2", { IfNoneMatch: "*" });
    expect(await textOf("gone")).toBe("2");
  });

  it("succeeds for one of many concurrent requests", async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => put("race", `${i}`, { IfNoneMatch: "*" })),
    );
    const won = all.flatMap(({ status }, i) => (status === "fulfilled" ? [`${i}`] : []));
    expect(won).toEqual([await textOf("race")]);
  });

  it("accepts no tag, like S3", async () => {
    await expect(put("any", "1", { IfNoneMatch: '"abc"' })).rejects.toMatchObject(refusal("NotImplemented", 501));
  });
});

describe("a write under If-Match", () => {
  it("replaces the object with that tag, quoted or not", async () => {
    const { ETag: first = "" } = await put("tagged", "1");
    const { ETag: second = "" } = await put("tagged", "2", { IfMatch: first });
    await put("tagged", "3", { IfMatch: second.replaceAll('"', "") });
    expect(await textOf("tagged")).toBe("3");
  });

  it("does not change an object with another tag", async () => {
    const { ETag = "" } = await put("changed", "1");
    await put("changed", "2");
    await expect(put("changed", "3", { IfMatch: ETag })).rejects.toMatchObject(refusal("PreconditionFailed", 412));
    expect(await textOf("changed")).toBe("2");
  });

  it("creates no missing object", async () => {
    await expect(put("never", "1", { IfMatch: '"abc"' })).rejects.toMatchObject(refusal("NoSuchKey", 404));
    await expect(textOf("never")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  it("succeeds for one of many requests that read the same tag", async () => {
    const { ETag = "" } = await put("counter", "start");
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => put("counter", `${i}`, { IfMatch: ETag })),
    );
    const won = all.flatMap(({ status }, i) => (status === "fulfilled" ? [`${i}`] : []));
    expect(won).toEqual([await textOf("counter")]);
  });

  it("needs the permission to read, too", async () => {
    const clientThatMay = (name: string, ...actions: string[]) =>
      s3Bucket.client(s3Bucket.front.functionThatMay(name, actions, ["arn:aws:s3:::pages/*"]));
    const writer = clientThatMay("writer", "s3:PutObject");
    const both = clientThatMay("both", "s3:PutObject", "s3:GetObject");
    await put("rights", "1", { IfNoneMatch: "*" }, writer);
    const { ETag = "" } = await put("rights", "2", {}, writer);
    await expect(put("rights", "3", { IfMatch: ETag }, writer)).rejects.toThrow(
      /not authorized to perform: s3:GetObject/,
    );
    await put("rights", "3", { IfMatch: ETag }, both);
    expect(await textOf("rights")).toBe("3");
  });
});
