import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { CreateBucketCommand, GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { buildApp } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PageStore } from "../../../lambdas/mercari/tables/page-store.ts";
import { emulatorCredentials } from "../../emulators/dynamo-client.ts";
import { at } from "../../emulators/test-clock.ts";
import { sourced } from "../fetch-world.ts";

const app = buildApp({ logger: false });
let client: S3Client;
let pages: PageStore;

beforeAll(async () => {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: "ap-northeast-1",
    credentials: emulatorCredentials,
  });
  await client.send(new CreateBucketCommand({ Bucket: "pages" }));
  pages = new PageStore(client, "pages");
});
afterAll(async () => {
  client.destroy();
  await app.close();
});

async function kept(Key: string) {
  const { Body, ContentType, ContentEncoding, Metadata } = await client.send(
    new GetObjectCommand({ Bucket: "pages", Key }),
  );
  const html = gunzipSync((await Body?.transformToByteArray()) ?? new Uint8Array()).toString("utf8");
  return { html, ContentType, ContentEncoding, Metadata };
}

describe("a page that could not be read", () => {
  it("is stored unchanged, under its day, its error and the kind of page", async () => {
    const page = sourced({
      status: 203,
      html: "<p>カメラ &amp; レンズ 📷</p>",
      url: "https://jp.mercari.com/item/m1?a=é",
    });
    const key = await pages.keep({ page, errorKind: "unrecognized", of: "m1", at: at(61_000), id: "f00d" });
    expect(key).toBe("2026-11-20/unrecognized/030101-m1-f00d.html.gz");
    expect(await kept(key)).toEqual({
      html: page.html,
      ContentType: "text/html; charset=utf-8",
      ContentEncoding: "gzip",
      Metadata: { url: "https://jp.mercari.com/item/m1?a=%C3%A9", status: "203" },
    });
  });

  it("is stored even if its address is longer than S3 allows", async () => {
    const page = sourced({ url: `https://jp.mercari.com/search?keyword=${"カ".repeat(400)}` });
    const key = await pages.keep({ page, errorKind: "not_rendered", of: "search", at: at(0), id: "long" });
    const url = (await kept(key)).Metadata?.url ?? "";
    expect(url).toMatch(/^https:\/\/jp\.mercari\.com\/search\?keyword=%E3%82%AB%/);
    expect(url.length).toBe(1_900);
  });
});
