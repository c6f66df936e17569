import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { failure, fetchTo, rawServer, serversOfEachTest, site } from "./outbound-servers.ts";

serversOfEachTest();

const given = (name: string) => readFileSync(new URL(`answers/${name}.http`, import.meta.url));
const OK = "HTTP/1.1 200 OK\r\n";
const BODY = "Content-Length: 2\r\n\r\nok";

describe("the head of a response is read as browsers read it", () => {
  it.each<[string, string | Buffer, string]>([
    ["a control character in a value", `${OK}X-Cache: a\u0001b\r\n${BODY}`, "ok"],
    ["a NUL in a value", `${OK}X-Cache: a\0b\r\n${BODY}`, "ok"],
    ["an escape and a DEL in values", `${OK}X-A: \u001b[1m\r\nX-B: \u007f\r\n${BODY}`, "ok"],
    ["lines that end with LF", "HTTP/1.1 200 OK\nX-A: b\nContent-Length: 2\n\nok", "ok"],
    ["some lines that end with LF", `HTTP/1.1 200 OK\r\nX-A: b\n${BODY}`, "ok"],
    [
      "a length beside chunks",
      `${OK}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
      "ok",
    ],
    [
      "chunks beside a huge length",
      `${OK}Transfer-Encoding: chunked\r\nContent-Length: 999999999\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
      "ok",
    ],
    ["a folded line", `${OK}X-A: b\r\n  c\r\n${BODY}`, "ok"],
    ["bytes after the response", `${OK}Connection: close\r\n${BODY} and more`, "ok"],
    ["no reason phrase", `HTTP/1.1 200\r\n${BODY}`, "ok"],
  ])("with %s", async (_what, bytes, body) => {
    const server = await rawServer(Buffer.from(bytes as string, "latin1"), (socket) => socket.end());
    const response = await server.get(`${site}/`);
    expect([response.status, response.body.toString(), response.truncated]).toEqual([200, body, false]);
  });

  it.each([
    ["hdr-ctl", "A control character in a header", false],
    ["hdr-lf", "Header lines ended by LF alone", false],
    ["ce-none", "Content coding none", false],
    ["ce-utf8", "Content coding UTF-8", false],
    ["gz-cut", "Gzip", true],
  ])("as the given answer %s", async (name, title, truncated) => {
    const server = await rawServer(given(name), (socket) => socket.end());
    const response = await server.get(`${site}/`);
    expect(response.truncated).toBe(truncated);
    if (!truncated) expect(response.body.toString()).toContain(`<h1>${title}</h1>`);
    expect(response.body.toString()).toMatch(/^<!doctype html>.*<\/html>$/s);
  });

  it("does not take a second response for its own", async () => {
    const bytes = `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n${OK}X-Second: 1\r\n${BODY}`;
    const response = await (await rawServer(bytes, (socket) => socket.end())).get(`${site}/`);
    expect([response.body.toString(), response.headers["x-second"]]).toEqual(["ok", undefined]);
  });

  it.each([
    ["two lengths", `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`],
    ["a name that is none", `${OK}X Y: b\r\n${BODY}`],
    ["another protocol", `ICY 200 OK\r\n${BODY}`],
  ])("but not with %s", async (_what, bytes) => {
    const server = await rawServer(bytes, (socket) => socket.end());
    expect((await failure(server.get(`${site}/`))).kind).toBe("network");
  });
});

it.each(["a\u0001b", "a\0b", "a\u007fb", "a\r\nX-Injected: y"])(
  "writes no request with the header %j",
  async (value) => {
    const { get, dialled } = fetchTo(1);
    await expect(get(`${site}/`, { headers: { "X-A": value } })).rejects.toThrow(TypeError);
    expect(dialled).toEqual([]);
  },
);
