import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OutboundError } from "../../../lambdas/shared/outbound/outbound-error.ts";
import { failureOfRefusal } from "../../../lambdas/shared/outbound/request-failure.ts";
import { faultOf } from "../../../lambdas/shared/work/fault.ts";
import { AttemptsExhausted, PoisonMessage, RetryLater } from "../../../lambdas/shared/work/message-outcome.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import type { BadEnd } from "./failing-worker.ts";
import { receiveFailing } from "./failing-worker.ts";

const ROOT = join(import.meta.dirname, "../../..");
const log = capturedLog();

/** The lines about the end of a message, as the metric filter of `work-given-up` counts them. */
async function faultsOf(end: BadEnd) {
  await receiveFailing(end);
  return log.raw
    .map((line) => JSON.parse(line) as { message: string; fault?: string })
    .filter(({ fault }) => fault !== undefined)
    .map(({ message, fault }) => `${message} ${fault}`);
}

const bug = new TypeError("a is undefined");

describe("the log says whose fault it is that a message is given up", () => {
  it.each([
    ["a site that is away", new RetryLater("name_not_resolved", 60), "message_given_up theirs"],
    ["a site that refuses", new RetryLater("rate_limited", 60), "message_given_up theirs"],
    ["Bedrock", new RetryLater("llm_not_permitted", 60), "message_given_up ours"],
    ["SES", new RetryLater("mail_refused", 60), "message_given_up ours"],
    ["a code that nobody has listed", new RetryLater("something_new", 60), "message_given_up ours"],
    ["a bug, or a service of AWS", bug, "message_failed ours"],
    [
      "a message that no version understands",
      new PoisonMessage("message_not_understood"),
      "message_not_understood ours",
    ],
    ["a worker that counts its attempts itself", new AttemptsExhausted("http_error"), "message_given_up theirs"],
  ])("%s", async (_, thrown, line) => {
    expect(await faultsOf({ thrown })).toEqual([line]);
  });

  it("when the table or the queue was unavailable at the last attempt", async () => {
    expect(await faultsOf({ thrown: bug, isQueueAway: true })).toEqual([
      "message_failed ours",
      "message_failure_not_recorded ours",
    ]);
  });
});

describe("a failure of a site is not ours", () => {
  it.each([408, 425, 429, 500, 502, 503, 504, 599])("status %i", (status) => {
    const failure = failureOfRefusal({ status, retryAfterSeconds: null });
    expect(failure.kind).toBe("transient");
    expect(faultOf(failure.code)).toBe("theirs");
  });

  it("nor is one before it answers", () => {
    const kinds = ["network", "timeout", "name_not_resolved"] as const;
    for (const kind of kinds) {
      expect(new OutboundError(kind, "away").transient).toBe(true);
      expect(faultOf(kind)).toBe("theirs");
    }
  });

  it("nor one of the kinds that the reader of Mercari's pages has", () => {
    const source = readFileSync(join(ROOT, "lambdas/mercari/domain/crawl-error.ts"), "utf8");
    for (const kind of ["unreachable", "robots_unavailable"]) expect(source).toContain(`"${kind}"`);
    for (const kind of ["unreachable", "robots_unavailable", "http_error", "truncated"])
      expect(faultOf(kind)).toBe("theirs");
  });
});

it("is told in one place: no other source names a fault", () => {
  const naming = globSync("lambdas/**/*.ts", { cwd: ROOT }).filter((path) =>
    /\bfaultOf\b|\bfault:/.test(readFileSync(join(ROOT, path), "utf8")),
  );
  expect(naming.sort()).toEqual(["lambdas/shared/work/fault.ts", "lambdas/shared/work/worker.ts"]);
});
