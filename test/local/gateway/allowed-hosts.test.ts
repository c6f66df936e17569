import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { allowedHostsOnly, sameOriginOnly } from "../../../lib/local/gateway/allowed-hosts.ts";

const app = new Hono();
app.use(allowedHostsOnly(["http://127.0.0.1:8787", "https://alice.example"]));
app.post("/_local/*", sameOriginOnly());
app.all("*", (c) => c.text("answered"));

const requested = async (host: string, more: Readonly<Record<string, string>> = {}, method = "GET") => {
  const answer = await app.request("http://127.0.0.1:8787/_local/alarms", { method, headers: { host, ...more } });
  return answer.status;
};

describe("a request for a host", () => {
  it.each(["127.0.0.1:8787", "localhost:8787", "localhost", "[::1]:8787", "magpie.localhost:8787", "alice.example"])(
    "%s is answered",
    async (host) => expect(await requested(host)).toBe(200),
  );

  it("that a tunnel has forwarded from another port is answered", async () => {
    expect(await requested("localhost:9000")).toBe(200);
  });

  it.each([
    "rebind.example",
    "rebind.example:8787",
    "127.0.0.1.rebind.example:8787",
    "localhost.rebind.example",
    "notlocalhost",
    "0.0.0.0:8787",
    "alice.example@rebind.example",
    "",
    "a b",
  ])("%j is rejected", async (host) => expect(await requested(host)).toBe(421));

  it("that is not allowed is rejected", async () => {
    expect((await app.request("http://127.0.0.1:8787/v1/health")).status).toBe(421);
  });
});

describe("a POST below /_local/", () => {
  const from = (origin: string) => requested("127.0.0.1:8787", { origin }, "POST");

  it("is answered to programs, and to pages of the same origin", async () => {
    expect(await requested("127.0.0.1:8787", {}, "POST")).toBe(200);
    expect(await from("http://127.0.0.1:8787")).toBe(200);
  });

  it.each(["https://stranger.example", "http://127.0.0.1:9999", "null", "http://localhost:8787"])(
    "is rejected for a page of %s",
    async (origin) => expect(await from(origin)).toBe(403),
  );
});
