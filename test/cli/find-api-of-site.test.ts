import { expect, it } from "vitest";
import { done, failed, magpie } from "./command-line.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const [site, api] = [new StubbedApi(), new StubbedApi()];

const run = (token?: string) => magpie("/nowhere", ["queue", "ls", "--json", "--url", `${site.origin}/`], token);

it("--url finds the API in the site's configuration and sends MAGPIE_TOKEN to it alone", async () => {
  site.answer = () => answered({ api_url: api.origin, sign_in: null, command_line: null });
  api.answer = () => answered({ queues: [] });
  expect(await run("of-the-pool")).toEqual(done('{"queues":[]}'));
  expect(site.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/app/config.json", undefined],
  ]);
  expect(api.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/v1/ops/queues", "Bearer of-the-pool"],
  ]);
});

it("--url without a token needs a sign-in, and sends no request", async () => {
  expect(await run()).toMatchObject({
    code: 1,
    stderr: `magpie: Nobody is signed in there. Run magpie login --url ${site.origin}/ first.\n`,
  });
  expect(site.requests).toEqual([]);
});

it.each([
  ["is none of Magpie's", answered({ name: "A blog" }), /is not a Magpie: .* Check the address\.\n$/],
  ["has nothing there", answered("null"), /is not a Magpie: .* Check the address\.\n$/],
  ["has no such file", answered("", 404), /config\.json can't be read \(status 404\)\. Check the address/],
])("--url says which site %s", async (_, answer, line) => {
  site.answer = () => answer;
  for (const ran of [await run("of-the-pool"), await magpie("/nowhere", ["login", "--url", site.origin])]) {
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(line);
  }
});

it("a stage without a client for the command line takes a token only, one of an earlier version too", async () => {
  for (const config of [{ command_line: null }, {}]) {
    site.answer = () => answered({ api_url: api.origin, sign_in: null, ...config });
    expect(await magpie("/nowhere", ["login", "--url", site.origin])).toEqual(
      failed(/^magpie: \S+ has an issuer without a client for the command line .+ Set MAGPIE_TOKEN\.\n$/),
    );
  }
});
