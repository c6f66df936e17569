import { expect, it } from "vitest";
import { shortenLine } from "../../lib/local/short-line.ts";

const entry = (fields: object) =>
  JSON.stringify({ timestamp: "2026-11-29T09:06:58.310Z", level: "INFO", correlation_id: "21cf64dd", ...fields });

it.each([
  [
    "a request",
    { message: "request_answered", route: "GET /", status: 200, duration_ms: 36, cold_start: true },
    "09:06:58 GET / 200 36 ms",
  ],
  [
    "a person's request",
    { message: "request_answered", route: "POST /v1/bookmarks", user_id: "alice", status: 400, duration_ms: 2 },
    "09:06:58 POST /v1/bookmarks 400 2 ms alice",
  ],
  [
    "work",
    { message: "message_done", bookmark_id: "b1", tags: ["a b"], title: null },
    '09:06:58 books-worker message_done bookmark_id=b1 tags=["a b"]',
  ],
  ["a schedule that did something", { message: "schedule_done", due: 1 }, "09:06:58 books-worker schedule_done due=1"],
  ["a schedule with nothing to do", { message: "schedule_done", due: 0, started: 0 }, null],
  ["a reconcile that nobody has to know of", { message: "schedule_done", resent: 0, completed: 1, errors: 0 }, null],
  [
    "a reconcile that replaced a lost message",
    { message: "schedule_done", resent: 1, completed: 1, errors: 0 },
    "09:06:58 books-worker schedule_done resent=1 errors=0",
  ],
])("shortens the line of %s", (_what, fields, short) => {
  expect(shortenLine("books-worker", entry(fields))).toBe(short);
});

it.each([
  ["of something wrong", entry({ level: "WARN", message: "still_pending" })],
  ["that is no entry of the logger", "START RequestId: 1"],
  ["that is cut off", '{"level":"INFO"'],
])("keeps a line %s", (_what, line) => {
  expect(shortenLine("books-worker", line)).toBe(`[books-worker] ${line}`);
});
