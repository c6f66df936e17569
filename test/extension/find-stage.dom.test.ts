import { afterEach, describe, expect, it, vi } from "vitest";
import { findStage, siteUrlOf } from "../../extension/stage/find-stage.ts";
import { hostPattern } from "../../extension/stage/stage.ts";
import { SIGN_IN } from "../console/dom/an-issuer.ts";

describe("the address of a stage", () => {
  it.each([
    ["https://alice.example", "https://alice.example"],
    ["  https://alice.example/app/bookmarks?q=tea#top ", "https://alice.example"],
    ["alice.example", "https://alice.example"],
    ["alice.example:8443/app/", "https://alice.example:8443"],
    ["HTTPS://Alice.Example", "https://alice.example"],
    ["https://日本語.example/app/", "https://xn--wgv71a119e.example"],
    ["http://127.0.0.1:8787/_local/console/secret", "http://127.0.0.1:8787"],
    ["127.0.0.1:8787", "http://127.0.0.1:8787"],
    ["localhost:8787/app/", "http://localhost:8787"],
    ["https://localhost:8787", "https://localhost:8787"],
  ])("%s is %s", (typed, site) => expect(siteUrlOf(typed)).toBe(site));

  it.each([
    "",
    "  ",
    "http://alice.example",
    "ftp://alice.example",
    "javascript:alert(1)",
    "https://",
    "a b",
    "http://10.0.0.1",
  ])("is not %o", (typed) => expect(siteUrlOf(typed)).toBeNull());

  it("has a host without a port in the permission, which Firefox would refuse with one", () => {
    expect(hostPattern("http://127.0.0.1:8787")).toBe("http://127.0.0.1/*");
    expect(hostPattern("https://alice.example")).toBe("https://alice.example/*");
  });
});

describe("a stage", () => {
  afterEach(() => vi.unstubAllGlobals());
  const answering = (answer: () => Response | Promise<Response>) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(address);
      return answer();
    });
    return asked;
  };
  const config = { api_url: "https://api.alice.example", sign_in: null, command_line: null, extension: SIGN_IN };

  it("is found by its file of addresses", async () => {
    const asked = answering(() => Response.json(config));
    expect(await findStage("https://alice.example")).toEqual({
      siteUrl: "https://alice.example",
      apiUrl: "https://api.alice.example",
      signIn: SIGN_IN,
    });
    expect(asked).toEqual(["https://alice.example/app/config.json"]);
  });

  it.each<[string, string, () => Response | Promise<Response>]>([
    ["an API by plain http", "no_magpie", () => Response.json({ ...config, api_url: "http://api.alice.example" })],
    [
      "an issuer by plain http",
      "no_magpie",
      () => Response.json({ ...config, extension: { ...SIGN_IN, authority: "http://issuer.example" } }),
    ],
    ["no network", "unreachable", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a server that fails", "unreachable", () => new Response("", { status: 502 })],
    ["another site", "no_magpie", () => new Response("", { status: 404 })],
    ["a page in its place", "no_magpie", () => new Response("<!doctype html>")],
    ["JSON of another site", "no_magpie", () => Response.json([])],
    ["JSON null", "no_magpie", () => Response.json(null)],
    ["an issuer without a client", "no_client", () => Response.json({ ...config, extension: null })],
    ["an older version", "no_client", () => Response.json({ api_url: "https://api.alice.example" })],
  ])("is not found with %s: %s", async (_what, kind, answer) => {
    answering(answer);
    await expect(findStage("https://alice.example")).rejects.toMatchObject({ name: "StageProblem", kind });
  });
});
