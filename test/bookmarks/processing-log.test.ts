import { describe, expect, inject, it } from "vitest";
import { SummaryFailure } from "../../lambdas/bookmarks/summary/summariser.ts";
import { OutboundError, place } from "../../lambdas/shared/outbound/outbound-error.ts";
import { filterPattern } from "../../lib/local/alarms/filter-pattern.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { pageUrl } from "./bookmarks-world.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { fetchedPage, MAX_RECEIVES, processingWorker } from "./processing-world.ts";
import { readerOfEachTest, savedAndRead, user, world } from "./reader-of-tests.ts";

// The lines that the metrics of lib/bookmarks-metrics.ts count: an additional or missing line is a wrong alarm.

const log = capturedLog();

readerOfEachTest();

const answering = (status: number) => processingWorker(world, () => fetchedPage({ status }));

/** Whether the template's own metric filter counts a line as a manual retry. */
const isManualRetry = filterPattern(
  inject("filterPatterns").find((pattern) => pattern.includes('"bookmark_reprocess_requested"')) ?? "",
);

/** The fields that the metrics read. */
function counted() {
  return {
    processed: log.lines("bookmark_processed").map(({ saved, retried, delay_ms }) => ({ saved, retried, delay_ms })),
    failed: log.lines("bookmark_failed").map(({ retryable, job_type }) => ({ retryable, job_type })),
    givenUpAt: log.lines("message_given_up").map(({ receive_count }) => receive_count),
    requested: log.lines().filter(isManualRetry).length,
  };
}

const nothing = { processed: [], failed: [], givenUpAt: [], requested: 0 };

describe("the log counts", () => {
  it("a page that is processed at once, with its duration", async () => {
    await savedAndRead(() => {
      world.clock.forward(4_000);
      return fetchedPage();
    });
    expect(counted()).toEqual({ ...nothing, processed: [{ saved: true, retried: false, delay_ms: 4_000 }] });
  });

  it("a page that is processed after transient failures as one success of the retries", async () => {
    const { message } = await user.save();
    for (const count of [1, 2]) {
      await answering(503).receive(message, count);
      world.clock.forward(3 * MINUTE);
    }
    await answering(200).receive(message, 3);
    expect(counted()).toEqual({ ...nothing, processed: [{ saved: true, retried: true, delay_ms: 6 * MINUTE }] });
  });

  it("exhausted attempts once, and their dead letter once, at the last receive", async () => {
    const { message } = await user.save();
    for (let count = 1; count <= MAX_RECEIVES; count += 1) await answering(503).receive(message, count);
    expect(counted()).toEqual({
      ...nothing,
      failed: [{ retryable: true, job_type: "extraction" }],
      givenUpAt: [MAX_RECEIVES - 1, MAX_RECEIVES],
    });
  });

  it("a permanent failure as not retryable, without a dead letter", async () => {
    await savedAndRead(() => fetchedPage({ status: 404 }));
    expect(counted()).toEqual({ ...nothing, failed: [{ retryable: false, job_type: "extraction" }] });
  });

  it("a poison message as a dead letter", async () => {
    const { message } = await user.save();
    for (let count = 1; count <= MAX_RECEIVES; count += 1) {
      await answering(200).receive({ ...message, schemaVersion: 2 }, count);
    }
    expect(counted()).toEqual({
      ...nothing,
      failed: [{ retryable: true, job_type: "extraction" }],
      givenUpAt: [MAX_RECEIVES],
    });
  });

  it("a message that is received twice as one result", async () => {
    const { message } = await user.save();
    const { receiveBatch } = answering(200);
    await receiveBatch({ id: "a", body: message }, { id: "b", body: message });
    await receiveBatch({ id: "c", body: message });
    expect(counted().processed.filter(({ saved }) => saved === true)).toHaveLength(1);
  });

  it("nothing for a bookmark that is deleted while its page is fetched", async () => {
    const { id, message } = await user.save();
    await processingWorker(world, async () => {
      await user.delete(id);
      return fetchedPage();
    }).receive(message);
    expect(counted().processed.filter(({ saved }) => saved === true)).toEqual([]);
  });

  it("a manual retry once, and its first attempt as no automatic retry", async () => {
    const id = await savedAndRead(() => fetchedPage({ status: 404 }));
    await user.reprocess(id);
    await user.reprocess(id);
    await answering(200).receive(user.lastMessage());
    expect(counted()).toEqual({
      ...nothing,
      processed: [{ saved: true, retried: false, delay_ms: 0 }],
      failed: [{ retryable: false, job_type: "extraction" }],
      requested: 1,
    });
  });

  it("no manual retry for a bookmark that is done and processed again", async () => {
    await user.reprocess(await savedAndRead());
    expect(log.lines("bookmark_reprocess_requested")).toEqual([expect.objectContaining({ from: "done" })]);
    expect(counted().requested).toBe(0);
  });
});

describe("the log", () => {
  const address = `${pageUrl()}?token=hush&utm_source=hush#hush`;
  const requested = new URL(address);

  it.each<[string, SiteAnswers]>([
    ["a page", () => fetchedPage({ url: requested })],
    ["no page", () => fetchedPage({ url: requested, status: 404 })],
    ["a failing site", () => fetchedPage({ url: requested, status: 503 })],
    ["something else", () => fetchedPage({ url: requested, mediaType: "image/png" })],
    ["a time-out", () => Promise.reject(new OutboundError("timeout", `${place(requested)} took more than 10000 ms`))],
    ["a blocked redirect", () => Promise.reject(new OutboundError("blocked_address", place(requested)))],
    ["a bug", () => Promise.reject(new TypeError("a bug"))],
  ])("contains no query string of a page's address: %s", async (_what, answer) => {
    const { id, message } = await user.save(address);
    expect(message.url).toContain("hush");
    const { receive } = processingWorker(world, answer);
    for (let count = 1; count <= MAX_RECEIVES; count += 1) await receive(message, count);
    await user.reprocess(id);
    await receive({ ...message, schemaVersion: 2 });
    await receive(`no JSON: ${address}`);
    expect(log.raw.length).toBeGreaterThan(MAX_RECEIVES);
    expect(log.raw.join("\n")).not.toContain("hush");
  });

  it("contains no text of a page when the summariser fails", async () => {
    const failure = new SummaryFailure("llm_output_invalid", false, { cause: new Error("no tags") });
    const summariser = { summarise: () => Promise.reject(failure) };
    const body = Buffer.from("<title>hush</title><p>hush</p>");
    await savedAndRead(() => fetchedPage({ body }), { summariser });
    expect(log.lines("message_discarded")).toEqual([expect.objectContaining({ code: "llm_output_invalid" })]);
    expect(log.raw.join("\n")).not.toContain("hush");
  });
});
