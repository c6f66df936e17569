import { beforeEach, describe, expect, it } from "vitest";
import type { FetchVolumesServices } from "../../../lambdas/books/fetch/fetch-volumes.ts";
import { fetchVolumes } from "../../../lambdas/books/fetch/fetch-volumes.ts";
import { volumesRequest } from "../../../lambdas/books/readers/google-books.ts";
import type { QuotaTable } from "../../../lambdas/books/tables/quota-table.ts";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { socketError } from "../../emulators/socket-errors.ts";
import { at, testClock } from "../../emulators/test-clock.ts";
import { volume, volumesAnswer } from "../books-world.ts";
import { SETTINGS } from "../sample-jobs.ts";

const QUERY = { search: "birds", startIndex: 40, maxResults: 20, options: SETTINGS.options, apiKey: "a key" };
const PAGE = volumesAnswer([volume("a")], 100);
const busy = (changes: Partial<OutboundResponse> = {}) => ({ ...volumesAnswer([]), status: 503, ...changes });

let requests: OutboundRequest[];
let pauses: number[];
let taken: Date[];
beforeEach(() => {
  [requests, pauses, taken] = [[], [], []];
});

/** Fetches a page from a Google that answers these in turn, by a deadline in so many milliseconds. */
function fetched(
  answers: readonly (OutboundResponse | Error)[],
  { deadline = 240_000, quota = 1_000, scale = 1 } = {},
) {
  const clock = testClock(scale);
  const services: FetchVolumesServices = {
    clock,
    random: () => 0.5,
    quota: {
      async take(now: Date) {
        taken.push(now);
        return taken.length <= quota;
      },
    } as QuotaTable,
    async fetch(request) {
      requests.push(request);
      const answer = answers[requests.length - 1] ?? busy();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async pause(milliseconds) {
      pauses.push(milliseconds);
      clock.forward(milliseconds);
    },
  };
  return fetchVolumes(QUERY, at(deadline), services);
}

describe("a page of Google Books", () => {
  it("is requested as its query says, for ten seconds, and counted by the quota", async () => {
    expect(await fetched([PAGE])).toMatchObject({ kind: "page", totalItems: 100, books: [{ title: "Volume a" }] });
    expect(requests).toEqual([{ ...volumesRequest(QUERY), followRedirect: expect.any(Function), timeoutMs: 10_000 }]);
    expect([pauses, taken]).toEqual([[], [at(0)]]);
  });

  it("is requested four times in a row at most, with longer and longer waits, each try counted when it is made", async () => {
    expect(await fetched([])).toMatchObject({ kind: "transient", code: "upstream_error" });
    expect([requests.length, pauses]).toEqual([4, [1_250, 2_500, 5_000]]);
    expect(taken).toEqual([0, 1_250, 3_750, 8_750].map(at));
  });

  it("is returned after a transient failure", async () => {
    const cut = new OutboundError("network", "www.googleapis.com", { cause: socketError("cut") });
    expect(await fetched([cut, busy(), PAGE])).toMatchObject({ kind: "page" });
    expect(pauses).toHaveLength(2);
  });

  it("is requested again after the time that Google asks for, scaled like the stage's waits", async () => {
    await fetched([busy({ retryAfterSeconds: 30 }), PAGE], { scale: 0.01 });
    expect(pauses).toEqual([300]);
  });

  it("is tried again only while the run has time", async () => {
    const asked = [busy({ retryAfterSeconds: 30 }), PAGE];
    expect(await fetched(asked, { deadline: 30_001 })).toMatchObject({ kind: "page" });
    [requests, pauses, taken] = [[], [], []];
    expect(await fetched(asked, { deadline: 30_000 })).toMatchObject({ kind: "transient" });
    expect([requests.length, pauses]).toEqual([1, []]);
  });

  it("is not requested beyond the quota, neither in the first attempt nor in a later one", async () => {
    expect(await fetched([PAGE], { quota: 0 })).toEqual({ kind: "not_requested" });
    expect(requests).toEqual([]);
    taken = [];
    expect(await fetched([busy(), PAGE], { quota: 1 })).toEqual({ kind: "not_requested" });
    expect(requests).toHaveLength(1);
  });

  it.each(["too_large", "blocked_address", "undecodable_body"] as const)(
    "that fails for good (%s) is tried once, and says what was wrong",
    async (kind) => {
      const outcome = await fetched([new OutboundError(kind, "www.googleapis.com")]);
      expect(outcome).toMatchObject({ kind: "error", message: expect.stringContaining(kind) });
      expect(requests).toHaveLength(1);
    },
  );

  it("hides no bug", async () => {
    await expect(fetched([new TypeError("a bug")])).rejects.toThrow("a bug");
  });
});
