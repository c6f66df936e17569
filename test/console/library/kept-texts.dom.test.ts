import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Bookmark, BookmarkContent } from "../../../client/index.ts";
import { ApiProblem, NetworkFailure } from "../../../client/index.ts";
import type { KeptTextsChoice } from "../../../console/device/preferences.ts";
import { KeptTexts } from "../../../console/library/kept-texts.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";
import type { MemoryTextStorage } from "../dom/memory-text-storage.ts";
import { memoryTextStorage } from "../dom/memory-text-storage.ts";
import { READ_AT, textOf } from "../reading/a-text.ts";

const AGAIN = "2026-11-03T11:30:00.000Z";
const OFFLINE = new NetworkFailure("connection", { attempts: 3, idempotencyKey: null });
const absent = (code: string) =>
  new ApiProblem(
    { status: 404, code, detail: "It is not there.", errors: [], retryAfterSeconds: null },
    { attempts: 1, idempotencyKey: null },
  );
const { signal } = new AbortController();

let storage: MemoryTextStorage;
let bookmarks: Bookmark[];
let choice: KeptTextsChoice;
/** What the API answers instead of a text, by id, and what happens before it does. */
let failures: Map<string, Error>;
let meanwhile: (id: string) => unknown;
let asked: string[];
let onFull: ReturnType<typeof vi.fn<() => void>>;
let errors: unknown[];

beforeEach(() => {
  storage = memoryTextStorage();
  bookmarks = ["b1", "b2", "b3"].map((id) => bookmark({ id, words: 4, read_at: READ_AT }));
  choice = "200";
  failures = new Map();
  meanwhile = () => undefined;
  asked = [];
  onFull = vi.fn();
  errors = [];
});

const readAgain = () => {
  bookmarks = bookmarks.map((each) => ({ ...each, read_at: AGAIN }));
};

function keptTexts(): KeptTexts {
  const content = async (id: string): Promise<BookmarkContent> => {
    asked.push(id);
    await meanwhile(id);
    const failure = failures.get(id);
    if (failure !== undefined) throw failure;
    return textOf(bookmarks.find((each) => each.id === id) ?? bookmark());
  };
  return new KeptTexts({
    client: { bookmarks: { content } } as never,
    storage,
    bookmarks: () => ({ newestFirst: bookmarks, isWhole: true }),
    choice: () => choice,
    onFull,
    onError: (error) => errors.push(error),
    sleep: async () => undefined,
  });
}

/** Follows to the end of what can be done. */
async function followed(texts: KeptTexts): Promise<KeptTexts> {
  await texts.follow();
  return texts;
}
const first = () => bookmarks[0] ?? bookmark();

describe("texts in the background", () => {
  it("are fetched one by one, counted, and not again until their page was read again", async () => {
    let open = 0;
    let most = 0;
    meanwhile = async () => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
    };
    const texts = await followed(keptTexts());
    const bytes = JSON.stringify(textOf(first())).length;
    expect([asked, most]).toEqual([["b1", "b2", "b3"], 1]);
    expect(texts.state.value).toEqual({ count: 3, bytes: 3 * bytes, missing: 0, isFull: false });
    await followed(texts);
    expect(asked.length).toBe(3);
    readAgain();
    await followed(texts);
    expect([asked.length, storage.texts.get("b1")?.read_at]).toEqual([6, AGAIN]);
  });

  it("go on after an interruption with those that are missing", async () => {
    failures.set("b2", OFFLINE);
    const texts = await followed(keptTexts());
    expect([asked, texts.state.value.missing, errors]).toEqual([["b1", "b2"], 2, []]);
    failures.clear();
    // Another start of the console.
    const state = (await followed(keptTexts())).state.value;
    expect([asked.slice(2), state.count, state.missing]).toEqual([["b2", "b3"], 3, 0]);
  });

  it("that the API does not have are not requested again", async () => {
    failures.set("b1", absent("no_content"));
    failures.set("b2", absent("not_found"));
    const texts = await followed(keptTexts());
    await followed(texts);
    expect([asked, texts.state.value.count, texts.state.value.missing]).toEqual([["b1", "b2", "b3"], 1, 0]);
  });

  it("end when the device is full, which is said; they go on when there is space again", async () => {
    storage.space = 1;
    const texts = await followed(keptTexts());
    await followed(texts);
    expect(asked).toEqual(["b1", "b2"]);
    expect(texts.state.value).toEqual(expect.objectContaining({ count: 1, missing: 2, isFull: true }));
    expect(onFull.mock.calls.length).toBe(1);
    bookmarks.shift();
    await followed(texts);
    expect(asked.slice(2)).toEqual(["b2", "b3"]);
    expect(texts.state.value).toEqual(expect.objectContaining({ count: 1, missing: 1, isFull: true }));
  });

  it("follow another choice at once, and leave the device when none are wanted", async () => {
    meanwhile = (id) => {
      if (id === "b2") choice = "off";
    };
    const texts = await followed(keptTexts());
    expect([asked, texts.state.value]).toEqual([["b1", "b2"], { count: 0, bytes: 0, missing: 0, isFull: false }]);
    expect(storage.texts.size).toBe(0);
  });

  it("are left to the tab that fetches them", async () => {
    const released = Promise.withResolvers<void>();
    const held = storage.exclusively(() => released.promise);
    await followed(keptTexts());
    expect(asked).toEqual([]);
    released.resolve();
    await held;
  });

  it("tell an error of the storage, unless they are closed", async () => {
    storage.records = () => Promise.reject(new Error("Internal error."));
    const texts = await followed(keptTexts());
    expect(errors).toEqual([new Error("Internal error.")]);
    const following = texts.follow();
    await texts.close();
    await following;
    expect(errors.length).toBe(1);
  });
});

describe("the counts of the texts", () => {
  const step = fc.oneof(
    fc.record({ does: fc.constantFrom("follow", "full", "empty"), at: fc.constant(0) }),
    fc.record({ does: fc.constantFrom("open", "read again", "delete"), at: fc.nat({ max: 2 }) }),
  );

  it("are of what is here, whatever is opened, read again, deleted or not wanted any more", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        storage = memoryTextStorage();
        choice = "200";
        bookmarks = ["b1", "b2", "b3"].map((id) => bookmark({ id, read_at: READ_AT }));
        let reads = 0;
        const texts = await followed(keptTexts());
        for (const { does, at } of steps) {
          const chosen = bookmarks[at];
          if (does === "open" && chosen !== undefined) await texts.open(chosen, signal);
          else if (does === "read again") {
            reads += 1;
            const readAt = new Date(Date.parse(READ_AT) + reads).toISOString();
            bookmarks = bookmarks.map((each, index) => (index === at ? { ...each, read_at: readAt } : each));
          } else if (does === "delete") {
            bookmarks = bookmarks.filter((_, index) => index !== at);
            await texts.follow();
          } else {
            choice = does === "empty" ? "off" : "200";
            storage.space = does === "full" ? storage.texts.size : 3;
            await texts.follow();
          }
          const all = [...storage.texts.values()];
          const bytes = all.reduce((sum, text) => sum + JSON.stringify(text).length, 0);
          expect(texts.state.value).toMatchObject({ count: all.length, bytes });
        }
        expect(errors).toEqual([]);
      }),
    );
  });
});

it("a text on this device is found without a request, and a failure of the storage is announced", async () => {
  const texts = keptTexts();
  await texts.open(first(), signal);
  readAgain();
  expect([(await texts.here("b1"))?.read_at, await texts.here("b2"), asked]).toEqual([READ_AT, null, ["b1"]]);
  storage.read = () => Promise.reject(new Error("Internal error."));
  expect([await texts.here("b1"), errors]).toEqual([null, [new Error("Internal error.")]]);
});

describe("a text that is opened", () => {
  it("is the device's own, and the API's when its page was read again", async () => {
    const texts = keptTexts();
    expect(await texts.open(first(), signal)).toEqual({ content: textOf(first()), isHere: true, place: null });
    expect((await texts.open(first(), signal)).isHere).toBe(true);
    expect(asked).toEqual(["b1"]);
    readAgain();
    expect((await texts.open(first(), signal)).content?.read_at).toBe(AGAIN);
  });

  it("stays on the device although its bookmark is not among the newest", async () => {
    choice = "50";
    bookmarks = [...Array.from({ length: 50 }, (_, index) => bookmark({ id: `n${index}` })), ...bookmarks];
    const texts = keptTexts();
    await texts.open(bookmarks[50] ?? bookmark(), signal);
    await followed(texts);
    expect([...storage.texts.keys()]).toEqual(["b1"]);
  });

  it("is an older one without the API, and none that is not here", async () => {
    const texts = keptTexts();
    await texts.open(first(), signal);
    readAgain();
    failures.set("b1", OFFLINE).set("b2", OFFLINE);
    expect((await texts.open(first(), signal)).content?.read_at).toBe(READ_AT);
    await expect(texts.open(bookmarks[1] ?? bookmark(), signal)).rejects.toBe(OFFLINE);
  });

  it("is null when the API keeps none, and an error when the bookmark is gone", async () => {
    failures.set("b1", absent("no_content")).set("b2", absent("not_found"));
    const texts = keptTexts();
    expect(await texts.open(first(), signal)).toEqual({ content: null, isHere: false, place: null });
    await expect(texts.open(bookmarks[1] ?? bookmark(), signal)).rejects.toThrow("It is not there.");
  });

  it("is shown, but not kept, when none are wanted here or the device is full", async () => {
    choice = "off";
    expect(await keptTexts().open(first(), signal)).toMatchObject({ content: textOf(first()), isHere: false });
    choice = "200";
    storage.space = 0;
    expect(await keptTexts().open(first(), signal)).toMatchObject({ content: textOf(first()), isHere: false });
    expect([storage.texts.size, onFull.mock.calls.length]).toEqual([0, 1]);
  });

  it("has the place at which it was left", async () => {
    const texts = keptTexts();
    const place = { block: 3, offset: 40, progress: 0.5, at: READ_AT, beginning: "Sparrows" };
    texts.setPlace("b1", place);
    expect((await texts.open(first(), signal)).place).toEqual(place);
  });

  it("has the block at which it was left in the last release, earlier than every other place", async () => {
    const place = { block: 3, beginning: "Sparrows" };
    await storage.change("b1", { place });
    const { at, ...opened } = (await keptTexts().open(first(), signal)).place ?? { at: null };
    expect(opened).toEqual({ ...place, offset: 0, progress: 0 });
    expect(at).toBe("");
  });
});
