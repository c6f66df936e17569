import { afterAll, beforeAll, expect, it } from "vitest";
import { magpie } from "./command-line.ts";
import { StubApi } from "./stub-api.ts";

let site: StubApi;
let api: StubApi;

beforeAll(async () => {
  [site, api] = await Promise.all([StubApi.start(), StubApi.start()]);
  api.answer = () => ({ status: 200, body: { queues: [] } });
});

afterAll(() => {
  site.close();
  api.close();
});

const run = (token?: string) => magpie("/nowhere", ["queue", "ls", "--json", "--url", `${site.origin}/`], token);

it("--url finds the API in the site's configuration and sends MAGPIE_TOKEN to it alone", async () => {
  site.answer = () => ({ status: 200, body: { api_url: api.origin, sign_in: null, command_line: null } });
  expect(await run("of-the-pool")).toEqual({ code: 0, stdout: '{"queues":[]}\n', stderr: "" });
  expect(site.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/app/config.json", undefined],
  ]);
  expect(api.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/v1/ops/queues", "Bearer of-the-pool"],
  ]);
});

it("--url without a token needs a sign-in, and sends no request", async () => {
  site.requests.length = 0;
  expect(await run()).toMatchObject({
    code: 1,
    stderr: `magpie: Nobody is signed in there. Run magpie login --url ${site.origin}/ first.\n`,
  });
  expect(site.requests).toEqual([]);
});

it.each([
  ["is none of Magpie's", { status: 200, body: { name: "A blog" } }, /is no Magpie: .* Check the address\.\n$/],
  ["has no such file", { status: 404, body: "" }, /config\.json can't be read \(status 404\)\. Check the address/],
])("--url says which site %s", async (_, answer, line) => {
  site.answer = () => answer;
  for (const ran of [await run("of-the-pool"), await magpie("/nowhere", ["login", "--url", site.origin])]) {
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(line);
  }
});
