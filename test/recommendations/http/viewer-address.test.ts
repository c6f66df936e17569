import { describe, expect, it } from "vitest";
import { viewerAddress } from "../../../lambdas/recommendations/http/viewer-address.ts";

const SOURCE = "192.0.2.1";

/** A secret that counts how often it is read. */
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
  return viewerAddress({ headers, sourceAddress: SOURCE }, secret(expected));
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
    ["nothing is reported", undefined, "s3cret", "s3cret"],
    ["nothing shows who reported it", "198.51.100.10:1", undefined, "s3cret"],
    ["the secret is another", "198.51.100.10:1", "s3cre", "s3cret"],
    ["the secret is shown twice", "198.51.100.10:1", "s3cret,s3cret", "s3cret"],
    ["the secret is empty", "198.51.100.10:1", "", null],
    ["there is no secret", "198.51.100.10:1", "s3cret", null],
    ["what is reported is no address", "localhost:1", "s3cret", "s3cret"],
    ["what is reported has no port", "198.51.100.10", "s3cret", "s3cret"],
    ["two are reported", "198.51.100.10:1,198.51.100.11:1", "s3cret", "s3cret"],
  ])("is the gateway's when %s", async (_what, reported, shown, expected) => {
    expect(await addressOf(reported, shown, expected)).toBe(SOURCE);
  });

  it("costs no read of the secret where there is nothing to believe", async () => {
    const unread = secret("s3cret");
    await viewerAddress({ headers: {}, sourceAddress: SOURCE }, unread);
    await viewerAddress({ headers: { "x-magpie-viewer": "s3cret" }, sourceAddress: SOURCE }, unread);
    expect(unread.reads).toBe(0);
  });
});
