import { beforeEach, describe, expect, it, vi } from "vitest";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { copyPictures } from "../../../lambdas/shared/pictures/copy-pictures.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { PictureBucket } from "./picture-bucket.ts";
import { GIF, JPEG, PNG } from "./sample-pictures.ts";

const log = capturedLog();
const FOLDER = "0b8f5f5e-6f0e-8e53-9a4c-8b6ab1b0b0b1";

let bucket: PictureBucket;
beforeEach(() => {
  bucket = new PictureBucket();
});

/** A picture of so many bytes, another one for each name. */
const large = (bytes: number, name: string) =>
  Buffer.concat([PNG, Buffer.from(name), Buffer.alloc(bytes)]).subarray(0, bytes);

type Site = Readonly<Record<string, Buffer | Partial<OutboundResponse> | Error>>;

/** A fetch from a site with these pictures under their paths. */
function fetchFrom(site: Site, requests: OutboundRequest[] = []) {
  return async (request: OutboundRequest): Promise<OutboundResponse> => {
    requests.push(request);
    const found = site[new URL(request.url).pathname] ?? { status: 404 };
    if (found instanceof Error) throw found;
    const head = { url: new URL(request.url), headers: {}, charset: null, location: null, retryAfterSeconds: null };
    const answer = { ...head, status: 200, mediaType: "text/html", body: Buffer.alloc(0), truncated: false };
    return { ...answer, ...(Buffer.isBuffer(found) ? { body: found } : found) };
  };
}

const at = (...paths: readonly string[]) => paths.map((path) => `https://blog.example${path}`);

const copy = (site: Site, wanted: readonly (readonly string[])[], requests?: OutboundRequest[]) =>
  copyPictures(wanted, FOLDER, { fetch: fetchFrom(site, requests), pictures: bucket.store });

describe("copying pictures", () => {
  it("stores each in its thing's folder, with the type of its bytes, to be kept for ever", async () => {
    const paths = await copy({ "/a": PNG, "/b": JPEG }, [at("/a"), at("/b")]);
    expect(paths).toEqual([
      expect.stringMatching(/^\/i\/0b8f5f5e-6f0e-8e53-9a4c-8b6ab1b0b0b1-[0-9a-f]{32}$/),
      expect.stringMatching(/^\/i\/0b8f5f5e-6f0e-8e53-9a4c-8b6ab1b0b0b1-[0-9a-f]{32}$/),
    ]);
    const stored = paths.map((path) => bucket.objects.get(path?.slice(1) ?? ""));
    const cacheControl = "public, max-age=31536000, immutable";
    expect(stored).toEqual([
      { bytes: PNG, type: "image/png", cacheControl },
      { bytes: JPEG, type: "image/jpeg", cacheControl },
    ]);
  });

  it("stores a picture once, however often it is copied", async () => {
    const wanted = [at("/a"), at("/b")];
    const first = await copy({ "/a": GIF, "/b": GIF }, wanted);
    expect(await copy({ "/a": GIF, "/b": GIF }, wanted)).toEqual(first);
    expect(first[0]).toBe(first[1]);
    expect(bucket.objects.size).toBe(1);
    expect(log.lines("picture_not_stored")).toEqual([]);
  });

  it("takes the first address that is a picture", async () => {
    const requests: OutboundRequest[] = [];
    const site = { "/icon.svg": Buffer.from("<svg/>"), "/icon.png": PNG, "/favicon.ico": GIF };
    const [path] = await copy(site, [at("/none", "/icon.svg", "/icon.png", "/favicon.ico")], requests);
    expect(bucket.objects.get(path?.slice(1) ?? "")?.type).toBe("image/png");
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/none", "/icon.svg", "/icon.png"]);
  });

  it.each<readonly [string, Site[string]]>([
    ["a page that calls itself a picture", { mediaType: "image/png", body: Buffer.from("<!doctype html>") }],
    ["SVG that calls itself PNG", { mediaType: "image/png", body: Buffer.from("<svg onload='a()'/>") }],
    ["a cut picture", { body: PNG, truncated: true }],
    ["a picture of an error", { status: 404, body: PNG }],
    ["nothing", { body: Buffer.alloc(0) }],
    ["a picture that is too large", new OutboundError("too_large", "blog.example")],
    ["a slow site", new OutboundError("timeout", "blog.example")],
    ["a redirect to a private address", new OutboundError("blocked_address", "blog.example")],
  ])("leaves out %s, and copies the others", async (_what, answer) => {
    const [left, other] = await copy({ "/a": answer, "/b": GIF }, [at("/a"), at("/b")]);
    expect([left, typeof other, bucket.objects.size]).toEqual([null, "string", 1]);
  });

  it("stops reading as soon as the bytes are no picture's, and reads at most 300 KB of one", async () => {
    const requests: OutboundRequest[] = [];
    await copy({}, [at("/a")], requests);
    const [{ maxBytes, stopReading, skipBody, timeoutMs, headers } = {} as OutboundRequest] = requests;
    expect([maxBytes, timeoutMs]).toEqual([307_200, 3_000]);
    // Sites that choose a picture's type by it send none that is not copied.
    expect(headers?.accept).toBe("image/avif,image/webp,image/png,image/jpeg,image/gif");
    const head = { url: new URL("https://blog.example"), mediaType: "", charset: null, location: null };
    const answer = (status: number, length: string) => ({
      ...head,
      status,
      headers: { "content-length": length },
      retryAfterSeconds: null,
    });
    expect([answer(200, "307200"), answer(200, "307201"), answer(404, "1")].map((each) => skipBody?.(each))).toEqual([
      false,
      true,
      true,
    ]);
    const page = Buffer.from("<!doctype html>".padEnd(64));
    expect([page, page.subarray(0, 63), large(64, "")].map((bytes) => stopReading?.(bytes))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("copies 2 MB together, in the order of the pictures", async () => {
    const sizes = { "/a": 300, "/b": 300, "/c": 300, "/d": 300, "/e": 300, "/f": 300, "/g": 300, "/h": 248, "/i": 1 };
    const site = Object.fromEntries(Object.entries(sizes).map(([path, kb]) => [path, large(kb * 1024, path)]));
    const paths = await copy(
      site,
      Object.keys(site).map((path) => at(path)),
    );
    expect(paths.map((path) => path !== null)).toEqual([true, true, true, true, true, true, false, true, false]);
  });

  it("asks once for an address that is wanted twice, and counts it once", async () => {
    const requests: OutboundRequest[] = [];
    const wanted = Array.from({ length: 9 }, () => at("/a"));
    const paths = await copy({ "/a": large(300 * 1024, "a") }, wanted, requests);
    expect([new Set(paths).size, requests.length, bucket.objects.size]).toEqual([1, 1, 1]);
    expect(paths[8]).toMatch(/^\/i\//);
  });

  it("asks for four at a time", async () => {
    let open = 0;
    let most = 0;
    const from = fetchFrom({ "/a": PNG });
    const fetch = async (request: OutboundRequest) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise(setImmediate);
      open -= 1;
      return from(request);
    };
    await copyPictures(
      Array.from({ length: 12 }, (_, index) => at(`/${index}`)),
      FOLDER,
      { fetch, pictures: bucket.store },
    );
    expect(most).toBe(4);
  });

  it("asks for none after five seconds, and never longer than is left", async () => {
    let ms = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => ms);
    const requests: OutboundRequest[] = [];
    const from = fetchFrom({}, requests);
    const fetch = (request: OutboundRequest) => {
      ms += 500;
      return from(request);
    };
    await copyPictures(
      Array.from({ length: 20 }, (_, index) => at(`/${index}`)),
      FOLDER,
      { fetch, pictures: bucket.store },
    );
    now.mockRestore();
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([
      3000, 3000, 3000, 3000, 3000, 2500, 2000, 1500, 1000, 500,
    ]);
  });

  it("leaves a picture out that can't be stored, and tells why", async () => {
    bucket.around = () => {
      throw awsError("SlowDown", 503);
    };
    expect(await copy({ "/a": PNG }, [at("/a")])).toEqual([null]);
    expect(log.lines("picture_not_stored")).toMatchObject([{ level: "WARN", error: "SlowDown" }]);
  });

  it("hides no mistake of its own", async () => {
    await expect(copy({ "/a": new TypeError("a bug") }, [at("/a")])).rejects.toThrow("a bug");
  });
});
