import { describe, expect, it, vi } from "vitest";
import { lostAnswer } from "../../emulators/aws-errors.ts";
import { capturedLog } from "../../emulators/captured-log.ts";

import { api, throwing } from "./api-of-tests.ts";

const log = capturedLog();
const send = api();

describe("the log", () => {
  it("has one line for each request with route, caller, status and duration, rejected or not", async () => {
    const send = api();
    await send({ route: "GET /open", user: null });
    await send({ route: "POST /rule", user: "bob" });
    await throwing(new Error("bug"))({ route: "GET /open" });
    const common = { level: "INFO", correlation_id: "request-1", duration_ms: expect.any(Number) };
    expect(log.lines("request_answered")).toEqual([
      expect.objectContaining({ ...common, route: "GET /open", status: 200, cold_start: true }),
      expect.objectContaining({ ...common, route: "POST /rule", user_id: "bob", status: 403, cold_start: false }),
      expect.objectContaining({ ...common, route: "GET /open", status: 500, cold_start: true }),
    ]);
    expect(log.lines("request_answered")[0]).not.toHaveProperty("user_id");
  });

  it("has the milliseconds of each request", async () => {
    let now = 1_000;
    const time = vi.spyOn(performance, "now").mockImplementation(() => now);
    await api(() => {
      now += 250;
    })({ route: "GET /open" });
    time.mockRestore();
    expect(log.lines("request_answered")).toMatchObject([{ duration_ms: 250 }]);
  });

  it("does not report a rejection as an error", async () => {
    await send({ route: "POST /rule" });
    await send({ route: "POST /items", body: "{" });
    expect(log.lines().map(({ level }) => level)).toEqual(["INFO", "INFO"]);
  });

  it("never contains a body, a token or a query", async () => {
    const secret = {
      headers: { authorization: "Bearer hush-token", "content-type": "application/json" },
      query: { q: "hush-query" },
    };
    const sends = [send, throwing(new Error("bug")), throwing(lostAnswer("timedOut"))];
    for (const send of sends) {
      await send({ ...secret, route: "POST /items", body: { name: "hush-body" } });
      await send({ ...secret, route: "POST /items", body: { name: ["hush-body"] } });
      await send({ ...secret, route: "POST /items", body: '{"name":"hush-body' });
      await send({ ...secret, route: "POST /items", body: "hush-body".repeat(10_000) });
      await send({ ...secret, route: "POST /rule", body: "hush-body" });
      await send({ ...secret, route: "GET /open", user: null });
    }
    expect(log.lines("request_answered")).toHaveLength(18);
    expect(log.raw.join("\n")).not.toContain("hush");
  });
});
