import { describe, expect, it } from "vitest";
import { failure, rawServer, serversOfEachTest, site, webServer } from "./outbound-servers.ts";

serversOfEachTest();

describe("redirects", () => {
  const redirecting = (map: Record<string, string>, status = 302) =>
    webServer((req, res) => {
      const location = map[`http://${req.headers.host}${req.url}`];
      if (location === undefined) res.end(`${req.method} ${req.url}`);
      else res.writeHead(status, { Location: location }).end("moved");
    });

  it.each([300, 301, 302, 303, 307, 308])("follows %i and resolves a relative Location", async (status) => {
    const server = await redirecting({ [`${site}/a/b`]: "../c?d", [`${site}/c?d`]: "//other.example/e" }, status);
    const asked: number[] = [];
    const followRedirect = (_target: URL, by: number) => asked.push(by) > 0;
    const response = await server.get(`${site}/a/b#part`, { followRedirect });
    expect([response.url.href, asked]).toEqual(["http://other.example/e#part", [status, status]]);
    expect(response.body.toString()).toBe("GET /e");
    expect(server.lookups).toEqual(["pages.example", "pages.example", "other.example"]);
  });

  it.each([
    ["UTF-8 that is not escaped", "\xc3\xbc", `${site}/a/%C3%BC`],
    ["letters of another encoding", "?q=caf\xe9", `${site}/a/?q=caf%E9`],
    ["a host with letters", "http://\xe8\x8c\xb6.example/", new URL("http://茶.example/").href],
    ["spaces", "/of tea /", `${site}/of%20tea%20/`],
    ["backslashes", "\\\\other.example\\b", "http://other.example/b"],
    ["a fragment alone", "#part", `${site}/a/#part`],
    ["a query alone", "?page=2", `${site}/a/?page=2`],
    ["two lines", "/first\r\nLocation: /second", `${site}/first`],
  ])("reads a Location with %s", async (_what, location, target) => {
    const server = await rawServer(
      Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`, "latin1"),
      (socket) => socket.end(),
    );
    const response = await server.get(`${site}/a/`, { followRedirect: () => false });
    expect(response.location?.href).toBe(target);
  });

  it.each([1, 6, 7, 20])("follows %i redirects", async (number) => {
    const server = await webServer((req, res) => {
      const hop = Number(req.url?.slice(2));
      if (hop < number) res.writeHead(302, { Location: `/h${hop + 1}` }).end();
      else res.end("arrived");
    });
    const response = await server.get(`${site}/h0`);
    expect([response.url.pathname, response.body.toString()]).toEqual([`/h${number}`, "arrived"]);
  });

  it("gives up on loops after the allowed number", async () => {
    const server = await redirecting({ [`${site}/a?geheim`]: "/b", [`${site}/a`]: "/b", [`${site}/b`]: "/a" });
    expect(await failure(server.get(`${site}/a?geheim`))).toMatchObject({
      message: `too_many_redirects: more than 20 from ${site}/a`,
      transient: false,
    });
    expect(server.connections()).toBe(21);
  });

  it("returns a redirect that the caller refuses", async () => {
    const server = await redirecting({ [`${site}/a`]: "/b", [`${site}/b`]: "https://other.example/login" });
    const requested: string[] = [];
    const response = await server.get(`${site}/a`, {
      followRedirect: (target) => {
        requested.push(target.href);
        return target.hostname === "pages.example";
      },
    });
    expect(response).toMatchObject({ status: 302, body: Buffer.from("moved") });
    expect(response.url.href).toBe(`${site}/b`);
    expect(response.location?.href).toBe("https://other.example/login");
    expect(requested).toEqual([`${site}/b`, "https://other.example/login"]);
    expect(server.lookups).toEqual(["pages.example", "pages.example"]);
  });

  it("does not let the callback change the checked target", async () => {
    const server = await redirecting({ [`${site}/a`]: "/b" });
    const response = await server.get(`${site}/a`, {
      followRedirect: (target) => {
        target.hostname = "127.0.0.1";
        return true;
      },
    });
    expect(response.url.href).toBe(`${site}/b`);
  });

  it("returns 3xx without Location, and Location without 3xx, as responses", async () => {
    const bare = await webServer((_req, res) => res.writeHead(302).end("bare"));
    expect(await bare.get(`${site}/`)).toMatchObject({ status: 302, location: null });
    const empty = await webServer((_req, res) => res.writeHead(302, { Location: "" }).end("bare"));
    expect(await empty.get(`${site}/`)).toMatchObject({ status: 302, location: null });
    const created = await webServer((_req, res) => res.writeHead(201, { Location: "/new" }).end());
    expect(await created.get(`${site}/`)).toMatchObject({ status: 201, location: null });
  });

  it.each([
    [301, "GET"],
    [302, "GET"],
    [303, "GET"],
    [307, "POST"],
    [308, "POST"],
  ])("repeats a POST after %i as %s", async (status, method) => {
    const server = await redirecting({ [`${site}/a`]: "/b" }, status);
    const response = await server.get(`${site}/a`, {
      method: "POST",
      body: "x=1",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: "s=1" },
    });
    expect(response.body.toString()).toBe(`${method} /b`);
    const sent = server.requests[1]?.headers;
    const kept = method === "POST";
    expect(sent?.["content-type"]).toBe(kept ? "application/x-www-form-urlencoded" : undefined);
    expect(sent?.["content-length"]).toBe(kept ? "3" : undefined);
    expect(sent?.cookie).toBe("s=1");
  });

  it("keeps HEAD after 303", async () => {
    const server = await redirecting({ [`${site}/a`]: "/b" }, 303);
    await server.get(`${site}/a`, { method: "HEAD" });
    expect(server.requests.map((request) => request.method)).toEqual(["HEAD", "HEAD"]);
  });

  it("sends credentials to no other origin, nor back", async () => {
    const server = await redirecting({
      [`${site}/a`]: "/b",
      [`${site}/b`]: "http://pages.example:8080/c",
      "http://pages.example:8080/c": `${site}/d`,
    });
    await server.get(`${site}/a`, { headers: { AUTHORIZATION: "Bearer x", Cookie: "s=1", "X-Kept": "y" } });
    expect(server.requests.map(({ headers }) => [headers.authorization, headers.cookie, headers["x-kept"]])).toEqual([
      ["Bearer x", "s=1", "y"],
      ["Bearer x", "s=1", "y"],
      [undefined, undefined, "y"],
      [undefined, undefined, "y"],
    ]);
  });

  it("does not read the body of a redirect", async () => {
    const server = await webServer((req, res) => {
      if (req.url === "/a") res.writeHead(302, { Location: "/b" }).write("endless");
      else res.end("done");
    });
    expect((await server.get(`${site}/a`)).body.toString()).toBe("done");
  });
});
