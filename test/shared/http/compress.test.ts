import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compress } from "../../../lambdas/shared/http/compress.ts";

const answer = {
  statusCode: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify("雀".repeat(999)),
};

describe("an answer", () => {
  it.each(["gzip", "br, gzip", "deflate,GZIP;q=0.5"])("is compressed for a client that accepts %s", (accepted) => {
    const { body = "", headers, ...rest } = compress(answer, accepted);
    expect(gunzipSync(Buffer.from(body, "base64")).toString()).toBe(answer.body);
    expect(body.length).toBeLessThan(answer.body.length);
    expect(headers).toEqual({ ...answer.headers, "content-encoding": "gzip", vary: "accept-encoding" });
    expect(rest).toEqual({ statusCode: 200, isBase64Encoded: true });
  });

  it.each([undefined, "", "identity", "br", "gzip;q=0", "gzip; q=0.0, br", "gzip;q=0.000", "xgzip"])(
    "is left alone for one that accepts %s",
    (accepted) => {
      expect(compress(answer, accepted)).toBe(answer);
    },
  );

  it("is left alone when it is short, or empty", () => {
    expect(compress({ ...answer, body: "a".repeat(1_000) }, "gzip")).toHaveProperty("isBase64Encoded", true);
    for (const short of [{ ...answer, body: "a".repeat(999) }, { statusCode: 204 }])
      expect(compress(short, "gzip")).toBe(short);
  });
});
