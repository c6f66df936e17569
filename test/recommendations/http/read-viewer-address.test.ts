import { describe, expect, it } from "vitest";
import { readViewerAddress } from "../../../lambdas/recommendations/http/read-viewer-address.ts";

const SOURCE = "192.0.2.1";

/** A secret that counts its reads. */
function secret(text: string | null) {
  return {
    reads: 0,
    async read() {
      this.reads += 1;
      return text;
    },
    forget: () => undefined,
  };
}

function addressOf(reported: string | undefined, shown: string | undefined, expected: string | null = "s3cret") {
  const headers = { "cloudfront-viewer-address": reported, "x-magpie-viewer": shown };
  return readViewerAddress({ headers, sourceAddress: SOURCE }, secret(expected));
}

describe("the viewer's address", () => {
  it.each([
    ["198.51.100.10:46532", "198.51.100.10"],
    ["2001:db8:0:1:84be:1a5c:70b6:eb32:60484", "2001:db8:0:1:84be:1a5c:70b6:eb32"],
    ["[2001:db8::1]:60484", "2001:db8::1"],
    ["::ffff:127.0.0.1:60484", "::ffff:127.0.0.1"],
  ])("%s is %s", async (reported, address) => {
    expect(await addressOf(reported, "s3cret")).toBe(address);
  });

  it.each<[string, string | undefined, string | undefined, string | null]>([
    ["no address is reported", undefined, "s3cret", "s3cret"],
    ["the request has no secret", "198.51.100.10:1", undefined, "s3cret"],
    ["the secret is wrong", "198.51.100.10:1", "s3cre", "s3cret"],
    ["the secret is sent twice", "198.51.100.10:1", "s3cret,s3cret", "s3cret"],
    ["the secret is empty", "198.51.100.10:1", "", null],
    ["no secret is configured", "198.51.100.10:1", "s3cret", null],
    ["the reported value is no address", "localhost:1", "s3cret", "s3cret"],
    ["the reported address has no port", "198.51.100.10", "s3cret", "s3cret"],
    ["two addresses are reported", "198.51.100.10:1,198.51.100.11:1", "s3cret", "s3cret"],
  ])("is the gateway's when %s", async (_what, reported, shown, expected) => {
    expect(await addressOf(reported, shown, expected)).toBe(SOURCE);
  });

  it("causes no read of the secret when no address is reported", async () => {
    const unread = secret("s3cret");
    await readViewerAddress({ headers: {}, sourceAddress: SOURCE }, unread);
    await readViewerAddress({ headers: { "x-magpie-viewer": "s3cret" }, sourceAddress: SOURCE }, unread);
    expect(unread.reads).toBe(0);
  });
});
