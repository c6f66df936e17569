import { beforeEach, describe, expect, it } from "vitest";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { copyThumbnail } from "../../lambdas/slides/copy-thumbnail.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { asTheyAre } from "../shared/pictures/as-they-are.ts";
import { PictureBucket } from "../shared/pictures/picture-bucket.ts";
import { JPEG } from "../shared/pictures/sample-pictures.ts";
import { deckUrl, pendingStock } from "./slides-world.ts";

const stock = pendingStock("alice");
const PICTURE = "https://files.speakerdeck.com/presentations/0123/slide_0.jpg";
const page = (head: string) => response({ url: new URL(deckUrl()), body: Buffer.from(`<head>${head}</head>`) });

let bucket: PictureBucket;
let requested: string[];
beforeEach(() => {
  bucket = new PictureBucket();
  requested = [];
});

/** Copies the thumbnail of a deck whose page answers so. */
async function copied(answer: OutboundResponse | Error, named: string | null = null, deck = stock) {
  const fetch = async ({ url }: OutboundRequest) => {
    requested.push(String(url));
    if (String(url) !== deckUrl()) return response({ body: JPEG });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const copy = await copyThumbnail(deck, named, { fetch, fitPictures: asTheyAre, pictures: bucket.store });
  return copy?.path ?? null;
}

describe("the thumbnail of a deck", () => {
  it("is a copy of the picture by which its page is shared, in the stock's folder", async () => {
    const path = await copied(page(`<meta property="og:image" content="${PICTURE}">`));
    expect(path).toMatch(new RegExp(`^/i/${stock.folder}-[0-9a-f]{32}$`));
    expect(bucket.objects.get(path?.slice(1) ?? "")).toMatchObject({ bytes: JPEG, type: "image/jpeg" });
    expect(requested).toEqual([deckUrl(), PICTURE]);
  });

  it("is found from the address at which its page is now", async () => {
    const url = new URL("https://decks.example/moved/deck");
    await copied({ ...page('<meta property="og:image" content="slide_0.jpg">'), url });
    expect(requested).toEqual([deckUrl(), "https://decks.example/moved/slide_0.jpg"]);
  });

  it("is a copy of the picture that the provider's answer has named, without a request for the page", async () => {
    expect(await copied(page(""), PICTURE)).toMatch(/^\/i\//);
    expect(requested).toEqual([PICTURE]);
  });

  it("is null for a deck of Google whose page names no picture", async () => {
    expect(await copied(page(""), null, pendingStock("alice", { provider: "google_slides" }))).toBeNull();
    expect(requested).toEqual([]);
  });

  it.each([
    ["names none", page("<title>A deck</title>")],
    ["is not there", { ...page(`<meta property="og:image" content="${PICTURE}">`), status: 404 }],
    ["does not answer", new OutboundError("timeout", "speakerdeck.com")],
  ])("is none when the page %s", async (_what, answer) => {
    expect(await copied(answer)).toBeNull();
    expect(requested).toEqual([deckUrl()]);
  });

  it("is looked for in the first part of the page, as HTML", async () => {
    let sent: OutboundRequest | undefined;
    const fetch = async (request: OutboundRequest) => {
      sent = request;
      return page("");
    };
    await copyThumbnail(stock, null, { fetch, fitPictures: asTheyAre, pictures: bucket.store });
    expect(sent).toMatchObject({ headers: { accept: "text/html" }, onTooLarge: "truncate" });
    const isEnough = (part: string) => sent?.stopReading?.(Buffer.from(part));
    expect([isEnough("<head><title>A deck"), isEnough("<head><title>A deck</title></head><body>")]).toEqual([
      false,
      true,
    ]);
  });

  it("is no reason to hide an error of this program", async () => {
    await expect(copied(new TypeError("a bug"))).rejects.toThrow("a bug");
  });
});
