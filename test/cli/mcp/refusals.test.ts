import { beforeEach, describe, expect, it } from "vitest";
import { searchedStates } from "../../../client/search.ts";
import { listed } from "../../../lambdas/shared/listed.ts";
import type { StubAnswer } from "../stub-api.ts";
import { problem } from "../stub-api.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";
import { connectAgent, signIn } from "./agent.ts";

const api = new StubbedApi();
beforeEach(async () => void (await signIn(api.dataFolder)));

/** The text that an agent gets about a failed call. */
async function told(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { isError, text, data } = await (await connectAgent(api.dataFolder)).call(name, args);
  expect([isError, data]).toEqual([true, null]);
  return text;
}

const PAGE = "https://pages.example/1";
const AGAIN = "Call again with the same arguments: nothing is saved twice.";

describe("refusals by the API", () => {
  it.each<[what: string, answer: StubAnswer, text: string | RegExp]>([
    [
      "a token that it does not take",
      answered({ message: "Unauthorized" }, 401),
      /^The API does not take this login any more\. Ask .* `magpie login --scope save --url http:\/\/127\.0\.0\.1:\d+` in a/,
    ],
    [
      "a token that only reads",
      answered({ message: "Forbidden" }, 403),
      /^This login may not do that: it lacks the scope save\. Nothing was changed\. Ask .* `magpie login --scope save --url/,
    ],
    [
      "fields, each with the place",
      problem(400, "validation_error", "The request is not valid.", {
        errors: [
          { path: "url", message: "must be one that can be reached", offset: 8, length: 13 },
          { path: "tags.0", message: "must not be empty" },
        ],
      }),
      'The request is not valid. url: must be one that can be reached; wrong is "pages.example" at character 9. tags.0: must not be empty.',
    ],
    ["an address", problem(400, "invalid_url", "It is no address of a page."), "It is no address of a page."],
    [
      "more than an hour allows, with the wait",
      {
        ...problem(429, "rate_limited", "400 bookmarks and stocks an hour can be saved."),
        headers: { "retry-after": "1234" },
      },
      "400 bookmarks and stocks an hour can be saved. Wait 1234 seconds, then call again with the same arguments.",
    ],
    [
      "too many requests, by the gateway",
      answered({ message: "Too Many Requests" }, 429),
      "Too Many Requests. Wait a minute, then call again with the same arguments.",
    ],
    [
      "what it can't do now",
      problem(503, "temporarily_unavailable", "Not now."),
      `The API answered 503: Not now. ${AGAIN}`,
    ],
    [
      "to be the API",
      { ...answered("<title>Sign in</title>"), type: "text/html" },
      `Something else than the API answered; gave up after 1 attempt. ${AGAIN} If it lasts, tell the person.`,
    ],
  ])("(%s) says what to do", async (_, answer, text) => {
    api.answers["POST /v1/bookmarks"] = answer;
    expect(await told("save", { url: PAGE })).toMatch(text);
  });

  it.each([
    ["search", Buffer.from('{"book":"forged"}').toString("base64url"), "/v1/books?limit=10&cursor=forged"],
    ["prices", "forged", "/v1/products?limit=20&cursor=forged"],
  ])("a cursor of another list: %s", async (name, cursor, path) => {
    api.answers[`GET ${path}`] = problem(400, "invalid_cursor", "It is none of this list.");
    expect(await told(name, { cursor })).toBe(
      "It is none of this list. Give the other arguments as before, or leave out the cursor.",
    );
  });
});

describe("refusals before any request", () => {
  it.each([
    [
      "search",
      { q: "🐦 tea after:tomorrow is:odd" },
      `q: after: must have a day, such as 2026-01-31; wrong is "after:tomorrow" at character 7. q: is: must have ${listed(searchedStates, "or")}; wrong is "is:odd" at character 22.`,
    ],
    ["search", { q: "a".repeat(201) }, "q: must have at most 200 characters."],
    ["search", { words: "tea" }, 'Unrecognized key: "words".'],
    ["search", { toString: "tea" }, 'Unrecognized key: "toString".'],
    ["prices", { constructor: "tea" }, 'Unrecognized key: "constructor".'],
    ["search", { types: [] }, "types: Too small: expected array to have >=1 items."],
    ["read", {}, "id: Invalid input: expected string, received undefined."],
    ["read", { id: "b-1", page: 0 }, "page: Too small: expected number to be >=1."],
    ["save", { url: PAGE, tags: [""] }, "tags.0: Too small: expected string to have >=1 characters."],
    ["save", { url: PAGE, note: "a".repeat(5_001) }, "note: Too big: expected string to have <=5000 characters."],
    ["tag", { id: "b-1" }, "must have add or remove."],
    ["tag", { id: "b-1", add: Array(21).fill("a") }, "add: Too big: expected array to have <=20 items."],
    ["mark", { id: "b-1" }, "must have unread or starred."],
    ["mark", { id: "b-1", starred: "odd" }, "starred: Invalid input: expected boolean, received string."],
    ["recommendations", { page: 1.5 }, "page: Invalid input: expected int, received number."],
  ])("%s %j", async (name, args, text) => {
    expect(await told(name, args)).toBe(`The arguments are not valid. ${text}`);
    expect(api.requests).toEqual([]);
  });

  it.each([
    "",
    "x",
    Buffer.from("{}").toString("base64url"),
    Buffer.from("{}x").toString("base64url"),
    Buffer.from('{"page":"c"}').toString("base64url"),
  ])("search with the cursor %j", async (cursor) =>
    expect(await told("search", { cursor })).toMatch(/^cursor: search has not issued it\./),
  );
});

it.each([
  ["save", { url: PAGE }],
  ["tag", { id: "x", remove: ["a"] }],
  ["mark", { id: "x", starred: true }],
])("%s with a read-only login is refused before any request, whatever its arguments", async (name, args) => {
  await signIn(api.dataFolder, { scope: "read" });
  expect(await told(name, args)).toMatch(
    /^This login may not do that: it lacks the scope save\. .*`magpie login --scope save /,
  );
  expect(api.requests).toEqual([]);
});

it.each(["save", "full"] as const)("tag with a login of the scope %s is sent", async (scope) => {
  await signIn(api.dataFolder, { scope });
  await told("tag", { id: "x", add: ["a"] });
  expect(api.seen).toEqual(["GET /v1/bookmarks/x", "GET /v1/stocks/x"]);
});

it("an unknown tool is an error of the protocol", async () => {
  const agent = await connectAgent(api.dataFolder);
  await expect(agent.call("delete", { id: "b-1" })).rejects.toThrow("There is no tool delete.");
});

it("a bug is reported without its text, which is in the log", async () => {
  api.answers["GET /v1/products?limit=20"] = answered({ products: [{ id: 1 }], next_cursor: null });
  const agent = await connectAgent(api.dataFolder);
  expect(await agent.call("prices")).toMatchObject({
    isError: true,
    text: "This is a failure of Magpie's command line itself. Tell the person that its log has the reason.",
  });
  expect(agent.log).toEqual([expect.stringMatching(/^prices: TypeError: .*\n +at /)]);
});

it("every failed call is logged, whatever the failure", async () => {
  await signIn(api.dataFolder, { scope: "read" });
  const agent = await connectAgent(api.dataFolder);
  await agent.call("prices", { id: "x" });
  await agent.call("save", { url: PAGE });
  await agent.call("read");
  expect(agent.log).toEqual([
    "prices: It is not there. The tools search and prices show the ids that there are.",
    expect.stringMatching(/^save: This login may not do that/),
    expect.stringMatching(/^read: The arguments are not valid/),
  ]);
});
