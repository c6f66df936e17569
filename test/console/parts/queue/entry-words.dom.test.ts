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
  const problem = (status: number | null, code: string | null, message = "m") =>
    entryProblem({ status, code, message, at: "2026-11-01T00:00:00.000Z" });

  it("is the network's failure without an answer", () => {
    expect(problem(null, "connection")).toBe("There was no connection.");
    expect(problem(null, "timeout")).toBe("Magpie did not answer in time.");
    expect(problem(null, "foreign_answer")).toContain("Something other than Magpie answered");
    expect(problem(null, "of a later version", "It fell.")).toBe("Magpie refused this: It fell.");
    expect(problem(null, null, "It fell.")).toBe("Magpie refused this: It fell.");
  });

  it("is the answer's status, or else what the API says without its codes", () => {
    expect(problem(401, null)).toContain("Sign in again.");
    expect(problem(403, null)).toBe("This account is not allowed to do this.");
    expect(problem(404, null)).toContain("This is no longer there.");
    expect(problem(429, null)).toBe("Magpie is too busy.");
    expect(problem(429, "rate_limited")).toBe("You have reached this hour's limit. Magpie continues automatically.");
    expect([problem(500, null), problem(503, null)]).toEqual(Array(2).fill("Magpie had an error."));
    expect(problem(499, null, "499 some_code: No room.")).toBe("Magpie refused this: No room.");
    expect(problem(400, null, "400: No room, since 400 x: y")).toBe("Magpie refused this: No room, since 400 x: y");
    expect(problem(400, null, "Not 400 x: y")).toBe("Magpie refused this: Not 400 x: y");
    expect(problem(400, null, "4000: y")).toBe("Magpie refused this: 4000: y");
  });

  it("is the refusal in the words of a kind that has some", () => {
    const error = { status: 400, code: "unsupported_provider", message: "m", at: "2026-11-01T00:00:00.000Z" };
    expect(entryProblem(error, deckError)).toBe(deckError("unsupported_provider"));
    expect(entryProblem(error)).toBe("Magpie refused this: m");
  });
});
