import { beforeEach, expect, it } from "vitest";
import type { StubAnswer } from "../stub-api.ts";
import { answered, StubbedApi } from "../stubbed-api.ts";
import { connectAgent, signIn, signInsOf } from "./agent.ts";

const [api, other] = [new StubbedApi(), new StubbedApi()];
const LIST = "GET /v1/products?limit=20";
const NONE = "Products here: 0. That is all.";

beforeEach(async () => {
  for (const each of signInsOf(api.dataFolder).all()) await signInsOf(api.dataFolder).remove(each);
  for (const each of [api, other]) each.answers[LIST] = answered({ products: [], next_cursor: null });
});

it("without a sign-in, the local system's own administrator is not used, and the message names the command to run", async () => {
  const agent = await connectAgent(api.dataFolder);
  expect((await agent.client.listTools()).tools).toHaveLength(7);
  expect(await agent.call("prices")).toEqual({
    isError: true,
    data: null,
    text: "Nobody is signed in. Ask the person to run `magpie login --scope save` in a terminal; then call the tool again. With `--scope read` in its place you can only search and read.",
  });
  expect(api.requests).toEqual([]);
  await signIn(api.dataFolder);
  expect((await agent.call("prices")).text).toBe(NONE);
});

it.each([
  [{ url: "https://magpie.example" }, "magpie login --scope save --url https://magpie.example"],
  [{ stage: "prod" }, "magpie login --scope save --stage prod"],
])("without a sign-in at %j, the message names the command for it", async (named, command) => {
  await signIn(api.dataFolder);
  const { isError, text } = await (await connectAgent(api.dataFolder, { named })).call("prices");
  expect([isError, text]).toEqual([true, expect.stringContaining(`\`${command}\``)]);
});

it("for an agent whose login has its own folder, the message names the folder", async () => {
  const agent = await connectAgent(api.dataFolder, { configHome: "/home/ada/.config/agent" });
  expect((await agent.call("prices")).text).toContain(
    "`XDG_CONFIG_HOME=/home/ada/.config/agent magpie login --scope save`",
  );
});

it("a logout ends the calls, even if the person is signed in elsewhere; the next login there continues them", async () => {
  const there = { site_url: other.origin, api_url: other.origin, authority: other.origin, stage: null };
  await signInsOf(api.dataFolder).keep({ ...(await signIn(api.dataFolder)), ...there });
  const kept = await signIn(api.dataFolder);
  const agent = await connectAgent(api.dataFolder);
  expect((await agent.call("prices")).text).toBe(NONE);
  await signInsOf(api.dataFolder).remove(kept);
  const { isError, text } = await agent.call("prices");
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(
      `^Nobody is signed in at ${kept.site_url} any more\\. .*--scope save --url ${kept.site_url}\``,
    ),
  ]);
  expect([api.requests.length, other.requests]).toEqual([1, []]);
  await signIn(api.dataFolder);
  expect((await agent.call("prices")).text).toBe(NONE);
});

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** From now on the issuer of the system answers so to a request for tokens. */
function issuerAnswers(site_url: string, answer: StubAnswer): void {
  api.answers["GET /.well-known/openid-configuration"] = answered({
    issuer: site_url,
    token_endpoint: `${site_url}/oauth2/token`,
  });
  api.answers["POST /oauth2/token"] = answer;
}

const RENEWED = answered({ access_token: "renewed", token_type: "Bearer", expires_in: 3_600, refresh_token: "r2" });

it("a long run renews its token, and a save that is repeated in the next hour has the same key", async () => {
  let now = new Date("2026-11-27T10:00:00.000Z");
  const { site_url } = await signIn(api.dataFolder, { expires_at: "2026-11-27T11:00:00.000Z" });
  issuerAnswers(site_url, RENEWED);
  api.answers["POST /v1/bookmarks"] = answered({ id: "b-1", note: null, summary: null }, 201);
  const agent = await connectAgent(api.dataFolder, { now: () => now });
  for (const hour of ["10", "11"]) {
    now = new Date(`2026-11-27T${hour}:30:00.000Z`);
    expect((await agent.call("save", { url: "https://a.example" })).text).toBe("Saved as bookmark b-1.");
  }
  const [first, second] = api.requests.filter(({ path }) => path === "/v1/bookmarks").map(({ headers }) => headers);
  expect([first?.authorization, second?.authorization]).toEqual(["Bearer of-ada", "Bearer renewed"]);
  expect(second?.["idempotency-key"]).toBe(first?.["idempotency-key"]);
});

it("a token that ends is renewed once for calls at the same time", async () => {
  const { site_url } = await signIn(api.dataFolder, { expires_at: hourAgo() });
  issuerAnswers(site_url, RENEWED);
  const agent = await connectAgent(api.dataFolder);
  const calls = await Promise.all([agent.call("prices"), agent.call("prices")]);
  expect(calls.map(({ text }) => text)).toEqual([NONE, NONE]);
  expect(api.seen.filter((each) => each === "POST /oauth2/token")).toHaveLength(1);
  const tokens = api.requests.filter(({ path }) => path.startsWith("/v1/")).map(({ headers }) => headers.authorization);
  expect(tokens).toEqual(["Bearer renewed", "Bearer renewed"]);
});

it("a session that was revoked elsewhere ends with the command to run, for its own scope", async () => {
  const { site_url } = await signIn(api.dataFolder, { expires_at: hourAgo() });
  issuerAnswers(site_url, answered({ error: "invalid_grant", error_description: "it was revoked" }, 400));
  expect(await (await connectAgent(api.dataFolder)).call("prices")).toMatchObject({
    isError: true,
    text: `The sign-in at ${site_url} has ended (it was revoked). Sign in again: magpie login --url ${site_url} --scope save`,
  });
});

it("MAGPIE_TOKEN has priority over a sign-in; when it grants too little, the message says to remove it", async () => {
  await signIn(api.dataFolder);
  const agent = await connectAgent(api.dataFolder, { token: "of-bob" });
  expect((await agent.call("prices")).text).toBe(NONE);
  expect(api.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer of-bob"]);
  api.answers["POST /v1/bookmarks"] = answered({ message: "Forbidden" }, 403);
  expect((await agent.call("save", { url: "https://a.example" })).text).toMatch(
    /`magpie login --scope save` in a terminal, and to take MAGPIE_TOKEN out of this server's settings; then/,
  );
});
