import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, it } from "vitest";
import { S3Bucket } from "./s3-bucket.ts";

const Bucket = "site";
const s3Bucket = new S3Bucket(Bucket);

it("every object has one version, which is listed page by page and can be deleted", async () => {
  const s3 = s3Bucket.client();
  const keys = ["docs", "docs/", "docs/a b.js", "docs/b.js", "docs-old/a.js"];
  for (const Key of [...keys, "other"]) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  const found: (string | undefined)[] = [];
  let page: { IsTruncated?: boolean | undefined; NextKeyMarker?: string | undefined } | undefined;
  do {
    const { Versions = [], ...rest } = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: "docs", MaxKeys: 2, KeyMarker: page?.NextKeyMarker }),
    );
    for (const { Key, VersionId, IsLatest } of Versions) {
      expect([VersionId, IsLatest]).toEqual(["null", true]);
      found.push(Key);
      await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    }
    page = rest;
  } while (page.IsTruncated);
  expect(found.sort()).toEqual(keys.sort());
  const left = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  expect(left.Versions?.map(({ Key }) => Key)).toEqual(["other"]);
});

it("versions ask for permissions of their own", async () => {
  const clientThatMay = (...actions: string[]) =>
    s3Bucket.client(s3Bucket.front.functionThatMay("f", actions, ["arn:aws:s3:::site", "arn:aws:s3:::site/*"]));
  const others = clientThatMay("s3:ListBucket", "s3:DeleteObject", "s3:PutObject");
  const own = clientThatMay("s3:ListBucketVersions", "s3:DeleteObjectVersion");
  const calls = [
    new ListObjectVersionsCommand({ Bucket }),
    new DeleteObjectCommand({ Bucket, Key: "a", VersionId: "null" }),
  ] as const;
  for (const call of calls) {
    await expect(others.send(call as ListObjectVersionsCommand)).rejects.toMatchObject({ name: "AccessDenied" });
    await expect(own.send(call as ListObjectVersionsCommand)).resolves.toBeDefined();
  }
});
