import { describe, expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { pageUrl } from "./bookmarks-world.ts";
import { fetchedPage, processingWorker } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

capturedLog();
readerOfEachTest();

const SHORT = "https://sho.example/x7Yq";
const PAGE = pageUrl("owls");
const WITH_REF = `${PAGE}?ref=home`;
const TEXT = Array.from({ length: 60 }, (_, index) => `Owl ${index} sits in tree ${index * 7}.`).join(" ");

function page(url: string, names: string | null = null): OutboundResponse {
  const link = names === null ? "" : `<link rel="canonical" href="${names}">`;
  return fetchedPage({ url: new URL(url), body: Buffer.from(`<title>Owls</title>${link}<p>${TEXT}</p>`) });
}

/** Saves addresses, one after the other. @returns their bookmarks */
async function saved(...urls: readonly string[]) {
  const all: Awaited<ReturnType<typeof user.save>>[] = [];
  for (const url of urls) {
    world.clock.forward(MINUTE);
    all.push(await user.save(url));
  }
  return all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
}

/** A worker whose sites redirect the short link. */
function worker(answers: Readonly<Record<string, OutboundResponse>> = { [SHORT]: page(PAGE), [PAGE]: page(PAGE) }) {
  return processingWorker(world, ({ url }) => answers[String(url)] ?? fetchedPage({ status: 404 }));
}

const duplicateOf = async (id: string) => (await user.shown(id)).duplicate_of;

function merge(id: string, into: string) {
  return user.send({ route: "POST /v1/bookmarks/{id}/merge", params: { id }, body: { into } });
}

describe("a bookmark whose page is that of another one", () => {
  it("names it after a reading, in which its page was requested once", async () => {
    const [older, short] = await saved(PAGE, SHORT);
    const { receive, fetched } = worker();
    expect(await duplicateOf(short.id)).toBeNull();
    await receive(short.message);
    expect(await user.shown(short.id)).toMatchObject({ status: "done", url: SHORT, duplicate_of: older.id });
    expect(await duplicateOf(older.id)).toBeNull();
    expect(fetched).toEqual([SHORT]);
  });

  it("names it no more once it leads elsewhere", async () => {
    const [, short] = await saved(PAGE, SHORT);
    await worker().receive(short.message);
    await user.reprocess(short.id);
    await worker({ [SHORT]: page(SHORT) }).receive(user.lastMessage());
    expect(await duplicateOf(short.id)).toBeNull();
  });

  it("names it even if it is older itself, so that no page takes over another page's bookmark", async () => {
    const [short, younger] = await saved(SHORT, PAGE);
    const { receive } = worker();
    const before = await user.shown(younger.id);
    await receive(short.message);
    expect([await duplicateOf(short.id), await user.shown(younger.id)]).toEqual([younger.id, before]);
    await receive(younger.message);
    expect(await duplicateOf(younger.id)).toBeNull();
    // After the merge the address that redirects leads to the page, and the page's own address to itself.
    expect(await merge(short.id, younger.id)).toMatchObject({ status: 200, body: { id: younger.id, url: PAGE } });
    expect([(await user.save(PAGE)).id, (await user.save(SHORT)).id]).toEqual([younger.id, younger.id]);
  });

  it("still names it after an interrupted merge, so that a person sees what to do", async () => {
    const [older, short] = await saved(PAGE, SHORT);
    await worker().receive(short.message);
    const end = world.items.delete;
    world.items.delete = () => Promise.reject(new Error("The process was killed."));
    expect((await merge(short.id, older.id)).status).toBe(500);
    world.items.delete = end;
    expect([await duplicateOf(short.id), await duplicateOf(older.id)]).toEqual([older.id, null]);
    expect((await merge(short.id, older.id)).status).toBe(200);
  });

  it("is done without the canonical page where that can't be read", async () => {
    const [, other] = await saved(PAGE, WITH_REF);
    const { receive } = processingWorker(world, ({ url }) => {
      if (String(url) === WITH_REF) return page(WITH_REF, PAGE);
      throw new OutboundError("timeout", "the site");
    });
    expect(await receive(other.message)).toBe(true);
    expect(await user.shown(other.id)).toMatchObject({ status: "done", duplicate_of: null });
  });

  it("names the remaining one after a merge", async () => {
    const [old, kept, short] = await saved(PAGE, pageUrl("kept"), SHORT);
    await merge(old.id, kept.id);
    await worker().receive(short.message);
    expect(await duplicateOf(short.id)).toBe(kept.id);
    // No longer, when it is merged itself.
    expect(await merge(short.id, kept.id)).toMatchObject({ status: 200, body: { id: kept.id, duplicate_of: null } });
    await user.reprocess(kept.id);
    await worker({ [pageUrl("kept")]: page(PAGE) }).receive(user.lastMessage());
    expect(await user.shown(kept.id)).toMatchObject({ duplicate_of: null });
    await user.delete(kept.id);
    expect(await user.save(SHORT)).toMatchObject({ id: derivedId(userId, SHORT) });
    await worker().receive(user.lastMessage());
    expect(await duplicateOf(short.id)).toBeNull();
  });
});
