import { describe, expect, it } from "vitest";
import { derivedId } from "../../lambdas/shared/derived-id.ts";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE, newUser } from "../emulators/test-clock.ts";
import { bookmarksApi, pageUrl } from "./bookmarks-world.ts";
import { fetchedPage, processingWorker, reader } from "./processing-world.ts";
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
  const send = bookmarksApi(world);
  return send({ route: "POST /v1/bookmarks/{id}/merge", user: userId, params: { id }, body: { into } });
}

describe("a bookmark whose page is that of an older one", () => {
  it("names it once it was read, and was itself asked for once", async () => {
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

  it("is named by the younger one also when the older one was read, and keeps that when it is read itself", async () => {
    const [short, younger] = await saved(SHORT, PAGE);
    const { receive } = worker();
    const before = await user.shown(younger.id);
    world.clock.forward(MINUTE);
    await receive(short.message);
    expect(await duplicateOf(short.id)).toBeNull();
    const marked = await user.shown(younger.id);
    expect(marked.duplicate_of).toBe(short.id);
    expect(marked.updated_at > before.updated_at).toBe(true);
    await receive(younger.message);
    expect(await user.shown(younger.id)).toMatchObject({ status: "done", duplicate_of: short.id });
    // Nothing is written again.
    await user.reprocess(short.id);
    const { updated_at } = await user.shown(younger.id);
    world.clock.forward(MINUTE);
    await receive(user.lastMessage());
    expect(await user.shown(younger.id)).toMatchObject({ updated_at });
  });

  it("still names it after a merge that was cut off, so that a person sees what is to be done", async () => {
    const [older, short] = await saved(PAGE, SHORT);
    await worker().receive(short.message);
    const end = world.items.delete;
    world.items.delete = () => Promise.reject(new Error("The process was killed."));
    expect((await merge(short.id, older.id)).status).toBe(500);
    world.items.delete = end;
    expect([await duplicateOf(short.id), await duplicateOf(older.id)]).toEqual([older.id, null]);
    expect((await merge(short.id, older.id)).status).toBe(200);
  });

  it("names one of two that were saved at the same moment", async () => {
    const [a, b] = [await user.save(PAGE), await user.save(SHORT)];
    await worker().receive(b.message);
    const [first, second] = [a.id, b.id].sort();
    expect([await duplicateOf(String(first)), await duplicateOf(String(second))]).toEqual([null, first]);
  });

  it("is known by a canonical address, which is asked for only if the user has it", async () => {
    const answers = { [WITH_REF]: page(WITH_REF, PAGE), [PAGE]: page(PAGE, PAGE) };
    const [other] = await saved(WITH_REF);
    const alone = worker(answers);
    await alone.receive(other.message);
    expect([await duplicateOf(other.id), alone.fetched]).toEqual([null, [WITH_REF]]);

    const [older] = await saved(PAGE);
    await user.reprocess(other.id);
    const both = worker(answers);
    await both.receive(user.lastMessage());
    expect(both.fetched).toEqual([WITH_REF, PAGE]);
    // The one by the canonical address is the younger one here.
    expect(await duplicateOf(older.id)).toBe(other.id);
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

  it("is of the same user", async () => {
    const somebody = reader(world, newUser());
    await somebody.save(PAGE);
    const [short] = await saved(SHORT);
    await worker().receive(short.message);
    expect(await duplicateOf(short.id)).toBeNull();
  });

  it("names what is left of those that were merged", async () => {
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
