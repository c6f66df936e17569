// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { deckError } from "../../../../console/parts/deck-error.ts";
import { actionOf, entryProblem, entryTitle } from "../../../../console/parts/queue/entry-words.ts";
import { entryOf } from "../../dom/page.ts";

const save = { create: "bookmark", body: { url: "https://blog.example/" } } as const;
const update = { update: "bookmark", id: "b", body: {} } as const;

it.each([
  [save, "create", "Waiting to be sent", "Not saved"],
  [update, "update", "Change waiting to be sent", "The change was not saved"],
  [{ delete: "stock", id: "s" } as const, "delete", "Waiting to be deleted", "Not deleted"],
  [{ refresh: "stock", id: "s" } as const, "refresh", "Waiting to be fetched again", "Not fetched again"],
])("%j is called by what it does", (intent, action, waits, failed) => {
  expect(actionOf(intent)).toBe(action);
  expect(entryTitle({ ...entryOf(intent), place: 1 })).toBe(waits);
  expect(entryTitle({ ...entryOf(intent, { state: "failed" }), place: 1 })).toBe(failed);
});

describe("why an entry was not sent", () => {
  const at = "2026-11-01T00:00:00.000Z";

  it.each<[number | null, string | null, string, string]>([
    // The network's failure without an answer.
    [null, "connection", "m", "There was no connection."],
    [null, "timeout", "m", "Magpie did not answer in time."],
    [null, "foreign_answer", "m", expect.stringContaining("Something other than Magpie answered")],
    [null, "of a later version", "It fell.", "Magpie refused this: It fell."],
    [null, null, "It fell.", "Magpie refused this: It fell."],
    // The answer's status, or else what the API says without its codes.
    [401, null, "m", expect.stringContaining("Sign in again.")],
    [403, null, "m", "This account is not allowed to do this."],
    [404, null, "m", expect.stringContaining("This is no longer there.")],
    [429, null, "m", "Magpie is too busy."],
    [429, "rate_limited", "m", "You have reached this hour's limit. Magpie continues automatically."],
    [500, null, "m", "Magpie had an error."],
    [503, null, "m", "Magpie had an error."],
    [499, null, "499 some_code: No room.", "Magpie refused this: No room."],
    [400, null, "400: No room, since 400 x: y", "Magpie refused this: No room, since 400 x: y"],
    [400, null, "Not 400 x: y", "Magpie refused this: Not 400 x: y"],
    [400, null, "4000: y", "Magpie refused this: 4000: y"],
  ])("by the status %s, the code %s and the message %s", (status, code, message, words) => {
    expect(entryProblem({ status, code, message, at })).toEqual(words);
  });

  it("is the refusal in the words of a kind that has some", () => {
    const error = { status: 400, code: "unsupported_provider", message: "m", at };
    expect(entryProblem(error, deckError)).toBe(deckError("unsupported_provider"));
    expect(entryProblem(error)).toBe("Magpie refused this: m");
  });
});
