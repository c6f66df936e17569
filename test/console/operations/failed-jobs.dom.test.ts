// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FailedJob } from "../../../client/index.ts";
import { does, pass, press, select, settled } from "../dom/acts.ts";
import { paged } from "../dom/answering-api.ts";
import { BLOG } from "../dom/bookmarks-page.ts";
import { links } from "../dom/contents.ts";
import { FAILED, failedJob, openOperations, operationsApi } from "../dom/operations-page.ts";
import { article, button, classes, failed, focused, hasButton, referred, texts, told } from "../dom/shown.ts";

afterEach(() => void vi.useRealTimers());

const PATH = "/failed-jobs";
const retryOf = (id: string) => `POST /v1/failed-jobs/${id}/retry`;
const headings = () => texts("article h3");
const status = () => texts("main p[role=status]")[0];
const shows = (...jobs: readonly FailedJob[]) => openOperations(operationsApi({ failed: jobs }), PATH);

describe("a failed job", () => {
  it("says of which page, why, and what the message was", async () => {
    const url = `${BLOG}/%E9%9B%80`;
    const payload = { original_request: { url, idempotency_key: null } } as FailedJob["payload"];
    await shows(
      failedJob({ id: "a", payload }),
      failedJob({ id: "b", job_type: "llm_processing", error_code: "llm_refused", retryable: false }),
    );
    expect(texts("section > p")[0]).toBe("Bookmarks of all users whose page could not be read or summarised.");
    expect([status(), headings()]).toEqual(["2 failed jobs", [`${BLOG}/雀`, `${BLOG}/b`]]);
    const item = document.querySelector("article");
    expect([referred(item, "aria-labelledby"), item?.querySelector("a")?.href]).toEqual([`${BLOG}/雀`, url]);
    expect(texts("article > p")).toEqual([
      expect.stringMatching(/^Can be retriedReading the pageFailed 1 hour ago$/),
      "The site took too long to answer. timeout",
      expect.stringMatching(/^Permanent failureSummarising the pageFailed 1 hour ago/),
      "The summariser refused the page. llm_refused",
      "Trying again helps only if the page has changed since.",
    ]);
    expect(classes(".chip")).toEqual(["chip warn", "chip bad"]);
    expect(texts("summary")[0]).toBe("Payload");
    expect(item?.querySelector("section")?.getAttribute("aria-label")).toBe("Payload of the message");
    expect(texts("pre")[0]).toBe(JSON.stringify(payload, null, 2));
    expect(document.querySelector("ul.items")?.getAttribute("aria-label")).toBe("Failed jobs");
  });

  it("leads to the bookmark when that is the person's own", async () => {
    const api = operationsApi();
    const { id } = api.saveBookmark(`${BLOG}/own`, { title: "Own" });
    api.answer(FAILED, paged("failed_jobs", [failedJob({ id: "own", bookmark_id: id }), failedJob({ id: "other" })]));
    await openOperations(api, PATH);
    expect(links("article .actions")).toEqual([["Open the bookmark", `/app/bookmarks/${encodeURIComponent(id)}`]]);
    expect(referred(document.querySelector("article .actions a"), "aria-describedby")).toBe(`${BLOG}/own`);
  });

  it.each([
    ["is tried again, and the focus goes on", null, `Requested again: ${BLOG}/a`],
    ["is gone when it was tried again already", "already_processing", `Already tried again: ${BLOG}/a`],
    ["is gone when its bookmark is", "not_found", `Already tried again: ${BLOG}/a`],
  ])("%s, though the list has it still", async (_, code, says) => {
    const api = operationsApi({ failed: [failedJob({ id: "a" }), failedJob({ id: "b" })] });
    if (code === null) api.answer(retryOf("a"), failedJob({ id: "a" }));
    else api.refuse(retryOf("a"), code);
    await openOperations(api, PATH);
    expect(referred(button("Try again", article(`${BLOG}/a`)), "aria-describedby")).toBe(`${BLOG}/a`);
    await press("Try again", article(`${BLOG}/a`));
    expect([told(), headings(), focused(), failed()]).toEqual([says, [`${BLOG}/b`], `${BLOG}/b`, null]);
    expect([api.asked(FAILED).length, status()]).toEqual([2, "1 failed job"]);
    // It has failed again.
    api.answer(FAILED, paged("failed_jobs", [failedJob({ id: "a", failed_at: "2026-03-01T11:30:00.000Z" })]));
    await openOperations(api, PATH);
    expect(headings()).toEqual([`${BLOG}/a`]);
  });

  it("stays, with the reason, when it can't be tried again", async () => {
    const api = operationsApi({ failed: [failedJob({ id: "a" })] }).refuse(retryOf("a"), "no");
    await openOperations(api, PATH);
    await press("Try again");
    expect([failed(), headings()]).toEqual(["Magpie refused this: because of no", [`${BLOG}/a`]]);
  });
});

describe("the list of failed jobs", () => {
  it("is chosen by their kind, which the address keeps", async () => {
    const api = operationsApi({ failed: [failedJob({ id: "a" })] });
    await openOperations(api, PATH);
    expect(texts("option")).toEqual(["All", "Can be retried", "Permanent failure"]);
    await select("Show", "true");
    await select("Show", "false");
    expect(location.search).toBe("?retryable=false");
    expect(api.queries(FAILED)).toEqual(["", "retryable=true", "retryable=false"]);
    await openOperations(operationsApi(), `${PATH}?retryable=true`);
    expect([texts(".empty"), hasButton("Try all again")]).toEqual([["None of this kind."], false]);
    await openOperations(operationsApi(), PATH);
    expect(texts(".empty")).toEqual(["Nothing has failed."]);
  });

  it("has no empty bar above what stands in its place on the overview", async () => {
    const bar = () => document.querySelector("[aria-busy] > .list-bar");
    await openOperations(operationsApi());
    expect(bar()).toBeNull();
    await openOperations(operationsApi().refuse(FAILED, "no_jobs"));
    expect(bar()).toBeNull();
    await openOperations(operationsApi().answer(FAILED, paged("failed_jobs", [failedJob({ id: "a" })])));
    expect(bar()).not.toBeNull();
  });

  it("comes page by page, and again every half minute; all kinds are on the overview", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const pages = paged("failed_jobs", [failedJob({ id: "a" })], [failedJob({ id: "b" })]);
    const api = operationsApi().answer(FAILED, pages);
    await openOperations(api, PATH);
    expect(status()).toBe("1 failed job, more below");
    await press("Show more");
    expect([headings().length, api.queries(FAILED)]).toEqual([2, ["", "cursor=1"]]);
    await pass(30);
    expect(api.asked(FAILED).length).toBe(4);
    const overview = operationsApi();
    await openOperations(overview, "?retryable=true");
    expect(overview.queries(FAILED)).toEqual(["limit=5"]);
  });
});

describe("trying all failed jobs again", () => {
  /** A list of two, which has none when they were tried. */
  function two() {
    const jobs = [failedJob({ id: "a" }), failedJob({ id: "b" })];
    const api = operationsApi({ failed: jobs });
    for (const { id } of jobs) api.answer(retryOf(id), failedJob({ id }));
    return api;
  }
  const progress = () => document.querySelector("progress");

  it("asks for each that is worth it once, says how far it is and how many, and reads the list", async () => {
    const api = two();
    await openOperations(api, PATH);
    let go: () => void = () => undefined;
    api.meanwhile = ({ path }) => {
      if (!path.includes("/a/retry")) return;
      go = api.hold();
      api.answer(FAILED, { failed_jobs: [], next_cursor: null });
    };
    button("Try all again").focus();
    await act(() => button("Try all again").click());
    expect(progress()?.hasAttribute("value")).toBe(false);
    expect([progress()?.getAttribute("aria-label"), texts(".retrying")]).toEqual(["Trying all again", [""]]);
    await act(settled);
    expect([hasButton("Try all again"), hasButton("Stop"), texts(".retrying")]).toEqual([false, true, ["1 of 2"]]);
    expect([progress()?.value, progress()?.max]).toEqual([1, 2]);
    await does(go);
    expect([told(), headings()]).toEqual(["Requested again: 2. Those that fail again come back here.", []]);
    expect([progress(), hasButton("Stop"), focused()]).toEqual([null, false, "Failed jobs"]);
    expect([api.asked(retryOf("a")).length, api.asked(retryOf("b")).length]).toEqual([1, 1]);
    expect(api.queries(FAILED)[1]).toBe("limit=100&retryable=true");
  });

  it.each([
    ["/a/retry", "Stopped. Requested again: 1 of 2."],
    ["/v1/failed-jobs?limit=100", "Stopped. Requested again: 0 of 0."],
  ])("is stopped by a button while %s is asked", async (at, says) => {
    const api = two();
    await openOperations(api, PATH);
    api.meanwhile = ({ path }) => {
      if (path.includes(at)) void Promise.resolve().then(() => button("Stop").click());
    };
    await press("Try all again");
    await act(settled);
    expect([told(), hasButton("Try all again"), api.asked(retryOf("b"))]).toEqual([says, true, []]);
  });

  it("ends at a failure, which it announces with the completed part", async () => {
    const api = two().refuse(retryOf("b"), "no");
    await openOperations(api, PATH);
    await press("Try all again");
    expect(failed()).toBe("Requested again: 1 of 2, then this happened: Magpie refused this: because of no");
    expect([hasButton("Try all again"), api.asked(FAILED).length]).toEqual([true, 3]);
  });

  it("counts only those that nobody else has tried again, and says when none is worth it", async () => {
    const api = two().refuse(retryOf("a"), "already_processing");
    await openOperations(api, PATH);
    await press("Try all again");
    expect(told()).toBe("Requested again: 1. Those that fail again come back here.");
    api.answer(FAILED, (_: unknown, query: URLSearchParams) => ({
      failed_jobs: query.has("retryable") ? [] : [failedJob({ id: "a", retryable: false })],
      next_cursor: null,
    }));
    await openOperations(api, PATH);
    await press("Try all again");
    expect(told()).toBe("None of them can be retried.");
    api.refuse(FAILED, "no_list");
    await press("Try all again");
    expect(failed()).toBe("Magpie refused this: because of no_list");
  });

  it("continues when another kind, without jobs, is listed", async () => {
    const api = two();
    await openOperations(api, PATH);
    const go = api.hold(retryOf("a"));
    await press("Try all again");
    api.answer(FAILED, { failed_jobs: [], next_cursor: null });
    await select("Show", "false");
    expect([headings(), hasButton("Stop")]).toEqual([[], true]);
    await does(go);
    expect(told()).toBe("Requested again: 2. Those that fail again come back here.");
  });

  it("ends when the person leaves", async () => {
    const api = two();
    await openOperations(api, PATH);
    const go = api.hold();
    await press("Try all again");
    await openOperations(operationsApi(), "/notices");
    await does(go);
    expect(api.asked(retryOf("a"))).toEqual([]);
  });
});
