import { beforeEach, describe, expect, it, vi } from "vitest";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { copyPictures } from "../../../lambdas/shared/pictures/copy-pictures.ts";
import type { FitPictures } from "../../../lambdas/shared/pictures/fit-pictures.ts";
import type { PictureSize } from "../../../lambdas/shared/pictures/picture-size.ts";
import { THUMBNAIL, WHOLE } from "../../../lambdas/shared/pictures/picture-size.ts";
import { awsError } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { response } from "../outbound/outbound-response.ts";
import { asTheyAre } from "./as-they-are.ts";
import { PictureBucket } from "./picture-bucket.ts";
import { GIF, JPEG, PNG } from "./sample-pictures.ts";

const log = capturedLog();
const FOLDER = "0b8f5f5e-6f0e-8e53-9a4c-8b6ab1b0b0b1";
const NO_PICTURE = { kind: "permanent", code: "no_picture" };

let bucket: PictureBucket;
beforeEach(() => {
  bucket = new PictureBucket();
});

/** A picture of so many bytes, another one for each name. */
const MB = 1024 * 1024;
const large = (bytes: number, name: string) =>
  Buffer.concat([PNG, Buffer.from(name), Buffer.alloc(bytes)]).subarray(0, bytes);

type Site = Readonly<Record<string, Buffer | Partial<OutboundResponse> | Error>>;

/** A fetch from a site with these pictures under their paths. */
function fetchFrom(site: Site, requests: OutboundRequest[] = []) {
  return async (request: OutboundRequest): Promise<OutboundResponse> => {
    requests.push(request);
    const found = site[new URL(request.url).pathname] ?? { status: 404 };
    if (found instanceof Error) throw found;
    return response({ url: new URL(request.url), ...(Buffer.isBuffer(found) ? { body: found } : found) });
  };
}

const at = (...paths: readonly string[]) => paths.map((path) => `https://blog.example${path}`);

const wantedAt = (addresses: readonly string[], sizes: readonly PictureSize[] = [WHOLE]) => ({
  addresses,
  sizes,
  folder: FOLDER,
});

/** Copies pictures as they are, each in one size. @returns their paths */
async function copy(site: Site, addresses: readonly (readonly string[])[], requests?: OutboundRequest[]) {
  const wanted = addresses.map((each) => wantedAt(each));
  const services = { fetch: fetchFrom(site, requests), fitPictures: asTheyAre, pictures: bucket.store };
  return (await copyPictures(wanted, services)).map(({ paths: [path = null] }) => path);
}

describe("copying pictures", () => {
  it("stores each in its item's folder, with the type of its bytes, to be kept for ever", async () => {
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

  it("tells which pictures were not there", async () => {
    const [there] = await copy({ "/a": GIF }, [at("/a")]);
    const fetch = fetchFrom({ "/a": GIF, "/b": PNG });
    const services = { fetch, fitPictures: asTheyAre, pictures: bucket.store };
    const copied = await copyPictures([wantedAt(at("/a")), wantedAt(at("/b"))], services);
    const added = copied.flatMap((copy) => copy.added);
    expect(copied.flatMap(({ paths }) => paths)).toEqual([there, ...added]);
  });

  it("takes the first address that is a picture", async () => {
    const requests: OutboundRequest[] = [];
    const site = { "/icon.svg": Buffer.from("<svg/>"), "/icon.png": PNG, "/favicon.ico": GIF };
    const [path] = await copy(site, [at("/none", "/icon.svg", "/icon.png", "/favicon.ico")], requests);
    expect(bucket.objects.get(path?.slice(1) ?? "")?.type).toBe("image/png");
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/none", "/icon.svg", "/icon.png"]);
  });

  it.each<readonly [string, Site[string], object]>([
    ["a page", { mediaType: "image/png", body: Buffer.from("<!doctype html>") }, NO_PICTURE],
    ["SVG", { mediaType: "image/png", body: Buffer.from("<svg onload='a()'/>") }, NO_PICTURE],
    ["a cut picture", { body: PNG, truncated: true }, NO_PICTURE],
    ["nothing", { body: Buffer.alloc(0) }, NO_PICTURE],
    ["what stands for a missing one", JPEG, NO_PICTURE],
    ["a picture of an error", { status: 404, body: PNG }, { kind: "permanent", code: "not_found" }],
    ["one that is asked for too often", { status: 429 }, { kind: "transient", code: "rate_limited" }],
    ["one that is too large", new OutboundError("too_large", "a"), { kind: "permanent", code: "too_large" }],
    ["one of a slow site", new OutboundError("timeout", "a"), { kind: "transient", code: "timeout" }],
    ["one inside", new OutboundError("blocked_address", "a"), { kind: "permanent", code: "blocked_address" }],
  ])("leaves out %s, says why, and copies the others", async (_what, answer, failure) => {
    const fetch = fetchFrom({ "/a": answer, "/b": GIF });
    const services = { fetch, fitPictures: asTheyAre, pictures: bucket.store };
    const isPlaceholder = (bytes: Uint8Array) => JPEG.equals(bytes);
    const copied = await copyPictures([{ ...wantedAt(at("/a")), isPlaceholder }, wantedAt(at("/b"))], services);
    expect(copied).toMatchObject([
      { paths: [], failure },
      { paths: [expect.any(String)], failure: null },
    ]);
    expect(bucket.objects.size).toBe(1);
  });

  it("stops reading as soon as the bytes are no picture's, and reads at most 10 MB of one", async () => {
    const requests: OutboundRequest[] = [];
    await copy({}, [at("/a")], requests);
    const [{ maxBytes, stopReading, skipBody, timeoutMs, headers } = {} as OutboundRequest] = requests;
    expect([maxBytes, timeoutMs]).toEqual([10_485_760, 5_000]);
    // Sites that choose a picture's type by it send none that is not copied.
    expect(headers?.accept).toBe("image/avif,image/webp,image/png,image/jpeg,image/gif");
    const answer = (status: number, length: string) => response({ status, headers: { "content-length": length } });
    expect(
      [answer(200, "10485760"), answer(200, "10485761"), answer(404, "1")].map((each) => skipBody?.(each)),
    ).toEqual([false, true, true]);
    const page = Buffer.from("<!doctype html>".padEnd(64));
    expect([page, page.subarray(0, 63), large(64, "")].map((bytes) => stopReading?.(bytes))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("asks for no further picture once 24 MB are there, and for one address once", async () => {
    const requests: OutboundRequest[] = [];
    const site = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/${index}`, large(9 * MB, `${index}`)]));
    const wanted = [at("/0"), ...Object.keys(site).map((path) => at(path))];
    const paths = await copy(site, wanted, requests);
    // Three of four are there, of which the first two are one, and those that were asked for meanwhile.
    expect([paths[0] === paths[1], paths.filter(Boolean).length, requests.length]).toEqual([true, 7, 6]);
  });

  it("makes a picture fit once for all sizes in which it is wanted, the largest first", async () => {
    const orders: Parameters<FitPictures>[0][number][] = [];
    const [whole, small] = [JPEG, GIF].map((bytes) => ({ type: "image/webp", bytes }) as const);
    const fitPictures: FitPictures = async (given) => {
      orders.push(...given);
      return given.map(({ sizes }) =>
        sizes.map((size) => (size === WHOLE ? whole : small) ?? { type: "image/webp", bytes: PNG }),
      );
    };
    const wanted = [
      wantedAt(at("/a"), [THUMBNAIL]),
      wantedAt(at("/a"), [WHOLE]),
      wantedAt(at("/b"), [WHOLE, THUMBNAIL]),
    ];
    const copied = await copyPictures(wanted, {
      fetch: fetchFrom({ "/a": PNG, "/b": GIF }),
      fitPictures,
      pictures: bucket.store,
    });
    expect(orders).toEqual([
      { picture: { type: "image/png", bytes: PNG }, sizes: [WHOLE, THUMBNAIL] },
      { picture: { type: "image/gif", bytes: GIF }, sizes: [WHOLE, THUMBNAIL] },
    ]);
    const storedAt = (path: string | null | undefined) => bucket.objects.get(path?.slice(1) ?? "")?.bytes;
    expect(copied.map(({ paths }) => paths.map(storedAt))).toEqual([[GIF], [JPEG], [JPEG, GIF]]);
  });

  it("leaves out a picture that can't be made to fit, in all of its sizes, and one for which the time was over", async () => {
    const fitPictures: FitPictures = async (orders) =>
      orders.map(({ sizes, picture }, index) => [null, "late" as const, sizes.map(() => picture)][index] ?? null);
    const wanted = [wantedAt(at("/a"), [WHOLE, THUMBNAIL]), wantedAt(at("/b")), wantedAt(at("/c"))];
    const copied = await copyPictures(wanted, {
      fetch: fetchFrom({ "/a": PNG, "/b": GIF, "/c": JPEG }),
      fitPictures,
      pictures: bucket.store,
    });
    expect(copied).toEqual([
      { paths: [], added: [], failure: { kind: "permanent", code: "unreadable_picture" } },
      { paths: [], added: [], failure: { kind: "transient", code: "timeout", retryAfterSeconds: null } },
      { paths: copied[2]?.added, added: [expect.any(String)], failure: null },
    ]);
    expect(bucket.objects.size).toBe(1);
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
      Array.from({ length: 12 }, (_, index) => wantedAt(at(`/${index}`))),
      { fetch, fitPictures: asTheyAre, pictures: bucket.store },
    );
    expect(most).toBe(4);
  });

  it("asks for none after fifteen seconds, and never longer than is left", async () => {
    let ms = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => ms);
    const requests: OutboundRequest[] = [];
    const from = fetchFrom({}, requests);
    const fetch = (request: OutboundRequest) => {
      ms += 1_500;
      return from(request);
    };
    await copyPictures(
      Array.from({ length: 20 }, (_, index) => wantedAt(at(`/${index}`))),
      { fetch, fitPictures: asTheyAre, pictures: bucket.store },
    );
    now.mockRestore();
    expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([
      5000, 5000, 5000, 5000, 5000, 5000, 5000, 4500, 3000, 1500,
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
