import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compress } from "../../../lib/local/site/compress.ts";

const TEXT = "a magpie's nest ".repeat(100);

const object = (text = TEXT, headers: Readonly<Record<string, string>> = {}, status = 200) =>
  new Response(text, {
    status,
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "content-length": String(text.length),
      etag: '"abc"',
      ...headers,
    },
  });

it.each(["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "GZIP"])(
  "compresses for a viewer with %s",
  async (accepted) => {
    const answer = await compress(object(), accepted);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-encoding": "gzip",
      "content-length": String(body.length),
      etag: 'W/"abc"',
      vary: "Accept-Encoding",
    });
    expect(body.length).toBeLessThan(TEXT.length / 4);
    expect(gunzipSync(body).toString()).toBe(TEXT);
  },
);

it.each([undefined, "", "identity", "gzip;q=0", "gzip; q=0.000", "br", "x-gzip2", "not-gzip"])(
  "sends the object as it is to a viewer with %s, and says that others get another",
  async (accepted) => {
    const answer = await compress(object(), accepted);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ etag: '"abc"', vary: "Accept-Encoding" });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toBe(TEXT);
  },
);

const sized = (bytes: number) => object(TEXT, { "content-length": String(bytes) });

it("compresses bodies from a thousand bytes to ten million, with a version or without", async () => {
  const unversioned = object();
  unversioned.headers.delete("etag");
  const weak = object(TEXT, { etag: 'W/"abc"' });
  for (const given of [sized(1_000), sized(10_000_000), unversioned, weak]) {
    const answer = await compress(given, "gzip");
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("etag")).toBe(given === unversioned ? null : 'W/"abc"');
  }
});

const untyped = object();
untyped.headers.delete("content-type");

it.each([
  ["a small object", sized(999)],
  ["a large object", sized(10_000_001)],
  ["an object without a type", untyped],
  ["a picture", object(TEXT, { "content-type": "image/png" })],
  ["an object that is compressed already", object(TEXT, { "content-encoding": "br" })],
  ["what is missing", object(TEXT, {}, 404)],
])("does not compress %s", async (_, given) => {
  const answer = await compress(given, "gzip");
  expect([answer.headers.get("etag"), answer.headers.get("vary")]).toEqual(['"abc"', null]);
});
