import { beforeEach, describe, expect, it } from "vitest";
import { copyPagePictures } from "../../../lambdas/bookmarks/fetch/copy-page-pictures.ts";
import { imageTag } from "../../../lambdas/bookmarks/readers/content-pictures.ts";
import type { OutboundRequest } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { START, testClock } from "../../emulators/test-clock.ts";
import { response } from "../../shared/outbound/outbound-response.ts";
import { asTheyAre } from "../../shared/pictures/as-they-are.ts";
import { PictureBucket } from "../../shared/pictures/picture-bucket.ts";
import { GIF, JPEG, PNG } from "../../shared/pictures/sample-pictures.ts";
import { pendingBookmark } from "../bookmarks-world.ts";
import { samplePage } from "../sample-page.ts";

const log = capturedLog();
const bookmark = pendingBookmark("alice");
const [ICON, IMAGE] = ["https://blog.example/icon.png", "https://blog.example/image.jpg"];

let bucket: PictureBucket;
let requested: string[];
/** The users whose pages were counted, and when, and the limit of the day. */
let taken: [userId: string, now: Date][];
let most: number;
beforeEach(() => {
  [taken, most] = [[], 2];
  bucket = new PictureBucket();
  requested = [];
});

/** Copies the pictures of a page from a site that has these. */
function copied(page: Parameters<typeof samplePage>[0], site: Readonly<Record<string, Buffer>>) {
  const fetch = async ({ url }: OutboundRequest) => {
    requested.push(String(url));
    const body = site[String(url)];
    return response(body === undefined ? { status: 404 } : { body });
  };
  const images = {
    async take(userId: string, now: Date) {
      taken.push([userId, now]);
      return taken.length <= most;
    },
  };
  return copyPagePictures(bookmark, samplePage(page), {
    fetch,
    fitPictures: asTheyAre,
    pictures: bucket.store,
    images,
    clock: testClock(),
  });
}

const typeAt = (path: string | null | undefined) => bucket.objects.get(path?.slice(1) ?? "")?.type;
const numbered = (number: number) => `https://blog.example/${number}.png`;

describe("the pictures of a page", () => {
  it("are its icon, its picture for sharing, and the images of its text", async () => {
    const html = `<p>${imageTag({ address: numbered(1), alt: "one", width: 40, height: 30 })}</p>`;
    const site = { [ICON]: PNG, [IMAGE]: JPEG, [numbered(1)]: GIF };
    const { paths, html: written } = await copied({ iconUrls: [ICON], imageUrl: IMAGE, html }, site);
    expect([typeAt(paths.iconPath), typeAt(paths.imagePath)]).toEqual(["image/png", "image/jpeg"]);
    const path = /<p><img src="([^"]*)" alt="one" width="40" height="30"><\/p>/.exec(written)?.[1];
    expect(taken).toEqual([["alice", START]]);
    expect([path?.startsWith(`/i/${bookmark.contentFolder}-`), typeAt(path)]).toEqual([true, "image/gif"]);
  });

  /** The resulting path of a picture: of one that the page lacks, of a copied one, and of one that is not available now. */
  const PATHS = { missing: null, there: expect.stringMatching(/^\/i\//), away: undefined };
  const fates = ["missing", "there", "away"] as const;
  const pairs = fates.flatMap((icon) => fates.map((image) => [icon, image] as const));

  it.each(pairs)(
    "are an icon that is %s and a lead image that is %s, neither changed by the other",
    async (icon, image) => {
      const page = { iconUrls: icon === "missing" ? [] : [ICON], imageUrl: image === "missing" ? null : IMAGE };
      const site = { ...(icon === "there" && { [ICON]: PNG }), ...(image === "there" && { [IMAGE]: JPEG }) };
      const { paths } = await copied(page, site);
      expect(paths).toEqual({ iconPath: PATHS[icon], imagePath: PATHS[image], thumbnailPath: PATHS[image] });
    },
  );

  it("are twelve of its text; the others become links", async () => {
    const all = Array.from({ length: 14 }, (_, number) => numbered(number));
    const html = all.map((address) => `<p>${imageTag({ address, alt: "x", width: null, height: null })}</p>`).join("");
    const site = Object.fromEntries(all.map((address, index) => [address, Buffer.concat([PNG, Buffer.from([index])])]));
    const { html: written } = await copied({ html }, site);
    const [images, links] = [/<img src="\/i\//g, /<a href="https:\/\/blog\.example\/1[23]\.png">x<\/a>/g];
    expect([written.match(images)?.length, written.match(links)?.length]).toEqual([12, 2]);
    expect(requested).toEqual(all.slice(0, 12));
  });

  it("are not copied beyond the user's limit of the day: earlier ones stay, and images of the text are links", async () => {
    most = 0;
    const html = `<p>${imageTag({ address: numbered(1), alt: "one", width: null, height: null })}</p>`;
    const site = { [ICON]: PNG, [IMAGE]: JPEG, [numbered(1)]: GIF };
    const { paths, html: written } = await copied({ iconUrls: [ICON], imageUrl: IMAGE, html }, site);
    expect([paths, requested]).toEqual([{}, []]);
    expect(written).toBe(`<p><a href="${numbered(1)}">one</a></p>`);
    expect(log.lines("pictures_over_limit")).toMatchObject([{ bookmark_id: bookmark.id, user_id: "alice" }]);
  });

  it("never include those of a listing of Mercari, wherever they occur", async () => {
    const photos = ["https://static.mercdn.net/item/detail/orig/photos/m1_1.jpg", "https://mercdn.net./a.png"];
    const [imageUrl = "", address = ""] = photos;
    const html = `<p>${imageTag({ address, alt: "a camera", width: null, height: null })}</p>`;
    const site = { [imageUrl]: JPEG, [address]: PNG, [ICON]: PNG };
    const iconUrls = [imageUrl, ICON];
    const { paths, html: written } = await copied({ imageUrl, html, iconUrls }, site);
    expect(paths).toEqual({ imagePath: null, thumbnailPath: null, iconPath: expect.any(String) });
    expect(written).toBe('<p><a href="https://mercdn.net./a.png">a camera</a></p>');
    expect(requested).toEqual([ICON]);
  });

  it("are twelve that may be copied", async () => {
    const listing = Array.from({ length: 3 }, (_, number) => `https://static.mercdn.net/${number}.jpg`);
    const others = Array.from({ length: 12 }, (_, number) => numbered(number));
    const tags = [...listing, ...others].map((address) => imageTag({ address, alt: "x", width: null, height: null }));
    await copied({ html: `<p>${tags.join("")}</p>` }, {});
    expect(requested).toEqual(others);
  });

  it("may be on a site whose name only has the same ending", async () => {
    const imageUrl = "https://notmercdn.net/a.jpg";
    expect((await copied({ imageUrl }, { [imageUrl]: JPEG })).paths.imagePath).toMatch(/^\/i\//);
  });
});
