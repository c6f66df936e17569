import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { enoughAfterHead } from "../../../lambdas/shared/html/head-end.ts";
import { failure, publicAddress, serversOfEachTest, site, webServer } from "./outbound-servers.ts";

serversOfEachTest();

const CASE = readFileSync(new URL("../html/pages/refresh.page", import.meta.url), "utf8");
const refresh = (content: string) => `<head><meta http-equiv="refresh" content="${content}"></head>`;

/** A site whose page at `/a/` refreshes; every other page says its path. */
const refreshing = (page: string, headers: Record<string, string> = {}, status = 200) =>
  webServer((req, res) => {
    const own = { "Content-Type": "text/html; charset=utf-8" };
    if (req.url !== "/a/") res.writeHead(200, own).end(`page ${req.url}`);
    else res.writeHead(status, { ...own, ...headers }).end(page);
  });

describe("a page that only refreshes", () => {
  it.each([
    ["the given case", CASE, "/a/en/index.html"],
    ["a base address", `<base href="/c/">${refresh("0;url=d")}`, "/c/d"],
    ["a few words", `${refresh("5; url=/b")}<p>Redirecting... <a href="/b">Go on</a></p>`, "/b"],
    [
      "a long script and style",
      `${refresh("0;url=/b")}<script>${"a ".repeat(500)}</script><style>${"b ".repeat(500)}</style>`,
      "/b",
    ],
    ["in the body", `<body><META HTTP-EQUIV='Refresh' CONTENT='0;url=/b'>`, "/b"],
    ["199 letters", `${refresh("10;url=/b")}${"x".repeat(199)}`, "/b"],
    ["the first of two", refresh("0;url=/b") + refresh("0;url=/c"), "/b"],
    ["a second one after one to itself alone", refresh("3") + refresh("0;url=/b"), "/b"],
  ])("is followed like a redirect: %s", async (_what, page, path) => {
    const server = await refreshing(page);
    const response = await server.get(`${site}/a/`);
    expect([response.url.href, response.body.toString()]).toEqual([site + path, `page ${path}`]);
  });

  it.each([
    "0;url=/b",
    "0; URL=/b",
    "0 ; url = /b",
    "0;url='/b'",
    "0;URL=&quot;/b&quot;",
    "0;url='/b' rest",
    "0,url=/b",
    "0 url=/b",
    "0;/b",
    "  0.5;url=/b",
    "0.;url=/b",
    ".5;url=/b",
    "0;url=http://pages.example/b",
    "0;url=//pages.example/b",
    "10;url=/b",
  ])("is read in every spelling: %s", async (content) => {
    const server = await refreshing(refresh(content));
    expect((await server.get(`${site}/a/`)).url.href).toBe(`${site}/b`);
  });

  it.each(["0;url=/b", "3; URL='/b'", "0; /b"])("may say so in its header: %s", async (header) => {
    for (const headers of [{ Refresh: header }, { Refresh: header, "Content-Type": "" }]) {
      const server = await refreshing("Please wait", headers);
      expect((await server.get(`${site}/a/`)).url.href).toBe(`${site}/b`);
    }
  });

  it("is followed by a reader that stops at the end of the head", async () => {
    const stopReading = () => enoughAfterHead(() => true);
    const server = await refreshing(`${refresh("0;url=/b")}<p>Moved`);
    expect((await server.get(`${site}/a/`, { stopReading: stopReading() })).url.pathname).toBe("/b");
    const other = await refreshing(`${refresh("0;url=/b")}<p>${"Text of its own. ".repeat(50)}`);
    expect((await other.get(`${site}/a/`, { stopReading: stopReading() })).url.pathname).toBe("/a/");
  });
});

describe("a page remains the one that is shown", () => {
  it.each([
    ["with a text of its own", refresh("0;url=/b") + "x".repeat(200)],
    ["with Japanese text of its own", refresh("0;url=/b") + "茶".repeat(200)],
    ["that refreshes after more than 10 s", refresh("11;url=/b")],
    ["that reloads itself", refresh("5")],
    ["that names itself", refresh("5;url=/a/")],
    ["that names a part of itself", refresh("0;url=#top")],
    ["without seconds", refresh(";url=/b")],
    ["with words", refresh("soon;url=/b")],
    ["with negative seconds", refresh("-1;url=/b")],
    ["with letters after its seconds", refresh("0url=/b")],
    ["with a refresh for readers without script", `<noscript>${refresh("0;url=/b")}</noscript>`],
    ["with a refresh in a comment", `<!-- ${refresh("0;url=/b")} -->`],
    ["with a refresh in a template", `<template>${refresh("0;url=/b")}</template>`],
    ["with a refresh in a script", `<script>'${refresh("0;url=/b")}'</script>`],
    ["with a refresh as its text", `<p>&lt;meta http-equiv=refresh content="0;url=/b">`],
    ["with a property of that name", `<meta name="refresh" content="0;url=/b">`],
  ])("%s", async (_what, page) => {
    const server = await refreshing(page);
    const response = await server.get(`${site}/a/`);
    expect([response.url.href, response.body.toString(), server.connections()]).toEqual([`${site}/a/`, page, 1]);
  });

  it.each([
    ["404", 404, "text/html"],
    ["503", 503, "text/html"],
    ["200 with another type", 200, "application/json"],
  ])("if it was answered with %s", async (_what, status, type) => {
    const server = await refreshing(refresh("0;url=/b"), { "Content-Type": type, Refresh: "0;url=/b" }, status);
    expect(await server.get(`${site}/a/`)).toMatchObject({ status, url: new URL(`${site}/a/`) });
  });

  it("if its reader refuses the target", async () => {
    const server = await refreshing(refresh("0;url=https://other.example/login"));
    const asked: [string, number][] = [];
    const followRedirect = (target: URL, status: number) => asked.push([target.href, status]) === 0;
    expect(await server.get(`${site}/a/`, { followRedirect })).toMatchObject({
      status: 200,
      location: new URL("https://other.example/login"),
    });
    expect(asked).toEqual([["https://other.example/login", 200]]);
  });
});

describe("a refresh is checked as a redirect is", () => {
  it.each([
    ["http://169.254.169.254/latest/", "blocked_address"],
    ["//[::1]/", "blocked_address"],
    ["http://me@pages.example/", "invalid_url"],
    ["javascript:alert(1)", "unsupported_scheme"],
  ])("to %s", async (target, kind) => {
    for (const [page, headers] of [
      [refresh(`0;url=${target}`), {}],
      ["", { Refresh: `0;url=${target}` }],
    ] as const) {
      const server = await refreshing(page, headers);
      expect((await failure(server.get(`${site}/a/`))).kind).toBe(kind);
      expect(server.connections()).toBe(1);
    }
  });

  it("to a name with a private address", async () => {
    const answers = [[publicAddress], ["10.0.0.1"]];
    const server = await webServer(
      (_req, res) => res.writeHead(200, { "Content-Type": "text/html" }).end(refresh("0;url=/b")),
      () => answers.shift() ?? [],
    );
    expect((await failure(server.get(`${site}/a/`))).kind).toBe("blocked_address");
    expect(server.connections()).toBe(1);
  });

  it("without end, together with redirects", async () => {
    const server = await webServer((req, res) => {
      const next = Number(req.url?.slice(1)) + 1;
      if (next % 2 === 0) res.writeHead(302, { Location: `/${next}` }).end();
      else res.writeHead(200, { "Content-Type": "text/html" }).end(refresh(`0;url=/${next}`));
    });
    expect((await failure(server.get(`${site}/0`))).kind).toBe("too_many_redirects");
    expect(server.connections()).toBe(21);
  });
});
