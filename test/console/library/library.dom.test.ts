import { signal } from "@preact/signals";
import { IDBDatabase } from "fake-indexeddb";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it, vi } from "vitest";
import type { Library } from "../../../console/library/library.ts";
import { openLibrary } from "../../../console/library/library.ts";
import { endGeneration, SignedOut } from "../../../console/session/generation.ts";
import { notifyFailure, Status } from "../../../console/status/status.tsx";
import { refused } from "../../client/scripted-api.ts";
import { renewed, storedBy, tokenOf } from "../dom/an-issuer.ts";
import { device } from "../dom/device.ts";
import { openLibraries } from "../dom/open-libraries.ts";

const own = device();
const OWLS = "https://blog.example/owls";
const SAVE = { create: "bookmark", body: { url: OWLS } } as const;
const { given, signsIn, ready, opened } = openLibraries(own);

/** A library that has all of the API. */
async function whole(): Promise<Library> {
  const library = await opened();
  await isWhole(library);
  return library;
}

const cut = () => Promise.reject(new TypeError("Failed to fetch"));
const titles = ({ synced }: Library) => synced.list().map(({ item }) => item?.title ?? "waits");
const isWhole = (library: Library) => expect.poll(() => library.state.value.isWhole).toBe(true);
const names = async () =>
  (await indexedDB.databases()).map(({ name = "" }) => name).filter((name) => name.endsWith(given.person));
const shown = () => renderToString(h(Status, {}));
/** Answers with the newest bookmark alone, and gives no changes before they are let through. */
function holdChanges(): PromiseWithResolvers<void> {
  const changes = Promise.withResolvers<void>();
  given.instead = (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/v1/changes") return changes.promise.then(() => given.api.fetch(request));
    if (pathname !== "/v1/bookmarks") return undefined;
    expect(searchParams.get("limit")).toBe("50");
    return Promise.resolve(Response.json({ bookmarks: given.api.listed().slice(0, 1), next_cursor: null }));
  };
  return changes;
}

describe("the saved items of a person", () => {
  it("are the newest of the API at first, then all of them, and later those of the device", async () => {
    given.api.saveBookmark(OWLS, { title: "Owls" });
    given.api.saveBookmark(`${OWLS}/2`, { title: "Wrens" });
    const changes = holdChanges();
    const library = await opened();
    // They were asked for while the databases were made.
    expect(given.requests).toEqual(["GET /v1/bookmarks"]);
    await expect.poll(() => titles(library)).toEqual(["Wrens"]);
    expect([library.state.value.isWhole, library.revision.value]).toEqual([false, 1]);
    changes.resolve();
    await expect.poll(() => titles(library)).toEqual(["Wrens", "Owls"]);
    await isWhole(library);
    await library.close();
    given.requests.length = 0;
    const again = await opened();
    expect([titles(again), again.state.value.isWhole]).toEqual([["Wrens", "Owls"], true]);
    await expect.poll(() => given.requests).toContain("GET /v1/changes");
    expect(given.requests).not.toContain("GET /v1/bookmarks");
  });

  it("are followed from the start on, which a page calls once they are shown, and which loads the rest", async () => {
    const library = await ready();
    expect([library.synced.state.isRefreshing, library.background.value]).toEqual([false, null]);
    library.start();
    expect(library.synced.state.isRefreshing).toBe(true);
    await expect.poll(() => library.background.value).not.toBeNull();
    expect(await library.loadBackground()).toBe(library.background.value);
  });

  it("are the newest again when the first visit was left before all were here", async () => {
    given.api.saveBookmark(OWLS, { title: "Owls" });
    const { reject } = holdChanges();
    const left = await opened();
    await expect.poll(() => given.requests).toContain("GET /v1/changes");
    reject(new TypeError("Failed to fetch"));
    await left.close();
    const changes = holdChanges();
    const library = await opened();
    await expect.poll(() => titles(library)).toEqual(["Owls"]);
    expect(library.state.value.isWhole).toBe(false);
    changes.resolve();
  });

  it("are the newest of the device at first when it has many, and sent and followed once all are read", async () => {
    for (let n = 1; n <= 51; n += 1) given.api.saveBookmark(`${OWLS}/${n}`, { title: `Owls ${n}` });
    given.api.saveStock("https://speakerdeck.com/a/b", { title: "Hens" });
    given.api.delete("b-51");
    await (await whole()).close();
    given.requests.length = 0;
    const library = await ready();
    expect(titles(library)).toEqual(
      given.api
        .listed()
        .slice(1, 51)
        .map(({ title }) => title),
    );
    expect([library.state.value.isRead, library.revision.value]).toEqual([false, 0]);
    await library.queue.enqueue({ delete: "bookmark", id: "b-50" });
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = vi.spyOn(library.synced, "read").mockReturnValueOnce(promise);
    library.start();
    const before = [read.mock.calls.length, library.synced.state.isRefreshing, [...given.requests]];
    resolve(library.synced.read());
    expect(before).toEqual([1, false, []]);
    await isWhole(library);
    await expect.poll(() => given.requests).toContain("DELETE /v1/bookmarks/b-50");
    expect(titles(library)).toEqual(given.api.listed().map(({ title }) => title));
    expect(given.requests).not.toContain("GET /v1/bookmarks");
  });

  it("are neither sent nor followed when it is closed before all are read", async () => {
    for (let n = 1; n <= 50; n += 1) given.api.saveBookmark(`${OWLS}/${n}`);
    await (await whole()).close();
    const library = await ready();
    const sending = vi.spyOn(library.queue, "start");
    library.start();
    await library.close();
    await library.synced.read();
    expect([library.synced.state.isRead, sending.mock.calls]).toEqual([true, []]);
  });

  it("are the same in a browser that does not tell which databases it has", async () => {
    given.api.saveBookmark(OWLS, { title: "Owls" });
    vi.stubGlobal("indexedDB", { open: indexedDB.open.bind(indexedDB) });
    const changes = holdChanges();
    const library = await opened();
    await expect.poll(() => titles(library)).toEqual(["Owls"]);
    changes.resolve();
    await isWhole(library);
    await library.close();
    given.requests.length = 0;
    await opened();
    await expect.poll(() => given.requests).toContain("GET /v1/changes");
    expect(given.requests).not.toContain("GET /v1/bookmarks");
  });

  it("are shown without the list when the API has none to give", async () => {
    given.api.saveBookmark(OWLS, { title: "Owls" });
    const library = await whole();
    expect([titles(library), shown()]).toEqual([["Owls"], expect.not.stringContaining("storage is failing")]);
  });

  it("are counted while they wait, and sent", async () => {
    const library = await whole();
    await library.queue.enqueue({ create: "bookmark", body: { url: OWLS, title: "Owls" } }, { holdMs: 1_000 });
    await expect.poll(() => library.waiting.value.waiting.length).toBe(1);
    expect(titles(library)).toEqual(["waits"]);
    await expect.poll(() => library.waiting.value.waiting.length).toBe(0);
    expect([titles(library), given.api.listed().length]).toEqual([["Owls"], 1]);
  });

  it("are followed no more once it is closed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const library = await whole();
    const calls = [vi.spyOn(library.queue, "stop"), vi.spyOn(library.synced, "close")];
    const resume = vi.spyOn(library.synced, "resume");
    await library.close();
    expect([...calls.map((call) => call.mock.calls.length), vi.getTimerCount()]).toEqual([1, 1, 0]);
    await signsIn(2);
    own.tell(null);
    expect([given.session.renewals.value, resume.mock.calls]).toEqual([2, []]);
  });
});

describe("a refused token", () => {
  it("that was replaced is no end of the session: queue and sync go on with the new one", async () => {
    const library = await whole();
    given.issuer.answers.push(() => renewed(2, given.person));
    const old = `Bearer ${tokenOf({ sub: given.person })}`;
    given.instead = ({ headers }) =>
      headers.get("authorization") === old
        ? Promise.resolve(Response.json({ code: "unauthorized" }, { status: 401 }))
        : undefined;
    const sending = library.queue.enqueue({ create: "bookmark", body: { url: OWLS, title: "Owls" } });
    const following = library.synced.refresh();
    await Promise.all([sending, following]);
    await expect.poll(() => library.waiting.value.waiting.length).toBe(0);
    expect([given.session.hasEnded.value, given.issuer.asked, library.queue.paused]).toEqual([
      false,
      ["/token refresh 1"],
      false,
    ]);
    expect(library.state.value.paused).toBe(false);
  });

  it("that can't be replaced now is tried again after a while, and at once when another tab has a new one", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    vi.stubGlobal("navigator", { onLine: true, locks: navigator.locks });
    const library = await whole();
    given.issuer.answers.push(cut, cut, () => renewed(2, given.person));
    given.api.faults.push(refused(401, "unauthorized"));
    expect((await library.synced.refresh()).stopped).toBe("unauthorized");
    expect([library.synced.state.paused, given.session.hasEnded.value]).toEqual([true, false]);
    given.api.faults.push(refused(401, "unauthorized"));
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => given.issuer.asked.length).toBe(2);
    await expect.poll(() => library.synced.state.paused).toBe(true);
    given.issuer.answers.unshift(cut);
    given.instead = async () => Response.json({ code: "unauthorized" }, { status: 401 });
    await library.queue.enqueue(SAVE);
    await expect.poll(() => library.queue.paused).toBe(true);
    given.instead = null;
    await signsIn(3);
    own.tell(null);
    await expect.poll(() => library.synced.state.paused).toBe(false);
    expect(library.queue.paused).toBe(false);
  });

  it("is not tried again when it is taken, without a network, or when the session has ended", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const device = { onLine: true, locks: navigator.locks };
    vi.stubGlobal("navigator", device);
    const library = await whole();
    const resume = vi.spyOn(library.synced, "resume");
    const resumed = () => {
      vi.advanceTimersByTime(30_000);
      return resume.mock.calls.length;
    };
    expect(resumed()).toBe(0);
    given.issuer.answers.push(cut);
    given.api.faults.push(refused(401, "unauthorized"));
    await library.synced.refresh();
    device.onLine = false;
    expect(resumed()).toBe(0);
    device.onLine = true;
    const ended = vi.spyOn(given.session, "hasEnded", "get").mockReturnValue(signal(true));
    expect(resumed()).toBe(0);
    ended.mockRestore();
    expect(resumed()).toBe(1);
  });
});

describe("the storage of the device", () => {
  /** The queue can't be read from now on. */
  function fails(): void {
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...values) {
      if (this.name.startsWith("magpie-queue") && values[1] === "readonly") {
        throw new DOMException("Internal error.", "UnknownError");
      }
      return transaction.apply(this, values);
    });
  }

  it("that fails is announced once", async () => {
    const library = await whole();
    fails();
    const save = () => library.queue.enqueue(SAVE, { holdMs: 60_000 });
    await save();
    await expect.poll(shown).toContain("storage is failing, so changes may be lost");
    expect(shown()).toContain("(Internal error.)");
    notifyFailure("Something else");
    const { calls } = vi.mocked(console.error).mock;
    const before = calls.length;
    await save();
    await expect.poll(() => calls.length).toBeGreaterThan(before);
    expect(shown()).toContain("Something else");
  });

  it("that fails when nobody works with it any more is not told", async () => {
    const library = await whole();
    await library.close();
    notifyFailure("Before");
    fails();
    await library.queue.enqueue(SAVE);
    await expect.poll(() => vi.mocked(console.error).mock.calls.length).toBeGreaterThan(0);
    expect(shown()).toContain("Before");
  });
});

describe("signing out", () => {
  it("deletes the copy, keeps what waits, ends the session, and leaves the page", async () => {
    given.instead = (request) => (request.method === "POST" ? cut() : undefined);
    const library = await whole();
    await library.queue.enqueue(SAVE);
    await library.signOut();
    expect([await names(), storedBy(own), own.left.length]).toEqual([[`magpie-queue ${given.person}`], null, 1]);
    await expect(library.queue.enqueue(SAVE)).rejects.toThrow(SignedOut);
  });

  it("in another tab ends this one without a word, whatever it does next", async () => {
    const library = await whole();
    await endGeneration(given.session.generation.value, async () => undefined);
    notifyFailure("Before");
    given.api.saveBookmark(OWLS, { title: "Owls" });
    library.queue.discard({} as never).catch(() => undefined);
    await library.synced.refresh().catch(() => undefined);
    own.tell("magpie-session.user:x");
    await library.queue.enqueue(SAVE).catch(() => undefined);
    library.queue.resume();
    await expect.poll(() => given.session.person.value).toBeNull();
    expect([storedBy(own), shown()]).toEqual([null, expect.stringContaining("Before")]);
    expect(titles(library)).toEqual([]);
    await expect(openLibrary("https://api.magpie.example", given.person, given.session)).rejects.toThrow(SignedOut);
  });
});
