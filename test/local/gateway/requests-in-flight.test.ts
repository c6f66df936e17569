import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import { MAX_IN_FLIGHT_BYTES, requestsInFlight } from "../../../lib/local/gateway/requests-in-flight.ts";

const MB = 1_024 * 1_024;
const MAX_PAYLOAD_BYTES = 10 * MB;

let app: Hono;
let answer: PromiseWithResolvers<void>;
let waiting: number;

beforeEach(() => {
  answer = Promise.withResolvers();
  waiting = 0;
  app = new Hono();
  app.use(requestsInFlight(MAX_PAYLOAD_BYTES));
  app.post("/", async (c) => {
    waiting += 1;
    await answer.promise;
    waiting -= 1;
    return c.text("done");
  });
  app.post("/broken", () => {
    throw new Error("broken");
  });
});

/** Only the headers count: no test has to make large bodies. */
const send = (headers: Record<string, string>, path = "/") => app.request(path, { method: "POST", headers });
const large = { "content-length": String(9 * MB) };

describe("requests in flight", () => {
  it("are refused with the gateway's own 429 when their bodies are too large together, until some are answered", async () => {
    const first = [send(large), send(large), send(large)];
    const refused = await send(large);
    expect([refused.status, await refused.json()]).toEqual([429, { message: "Too Many Requests" }]);
    expect(waiting).toBe(3);
    const small = send({});

    answer.resolve();
    const answers = await Promise.all([...first, small]);
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect((await send(large)).status).toBe(200);
  });

  it("may be thousands without a body, but not any number", async () => {
    const all = Array.from({ length: MAX_IN_FLIGHT_BYTES / 8_192 }, () => send({}));
    expect((await send({})).status).toBe(429);
    answer.resolve();
    expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
  });

  it("count as the largest payload when their length is not known", async () => {
    const chunked = { "transfer-encoding": "chunked" };
    const first = [send(chunked), send(chunked), send(chunked)];
    expect((await send(chunked)).status).toBe(429);
    answer.resolve();
    await Promise.all(first);
  });

  it("no longer count when their answer failed", async () => {
    app.onError((_error, c) => c.text("failed", 500));
    for (let count = 0; count < 5; count += 1) expect((await send(large, "/broken")).status).toBe(500);
    answer.resolve();
    expect((await send(large)).status).toBe(200);
  });
});
