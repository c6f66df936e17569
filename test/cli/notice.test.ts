import { afterAll, beforeAll, expect, it } from "vitest";
import type { Notice } from "../../client/answers.ts";
import { magpie } from "./command-line.ts";
import { StubApi } from "./stub-api.ts";

let api: StubApi;

beforeAll(async () => {
  api = await StubApi.start();
});
afterAll(() => api.close());

const notice: Notice = {
  id: "n-1",
  kind: "price",
  title: "Camera: 900 yen\u001b[31m",
  body: "900 yen: a camera",
  url: "https://jp.mercari.com/item/m1",
  created_at: "2026-11-20T01:00:00.000Z",
};

it("notice ls shows the latest notices, and steers no terminal", async () => {
  const pages = [
    { notices: [notice], next_cursor: "next" },
    { notices: [{ ...notice, id: "n-2", kind: "search_failing", url: null }, notice], next_cursor: null },
  ];
  api.answer = () => ({ status: 200, body: pages.shift() });
  const { code, stdout } = await magpie(api.dataFolder, ["notice", "ls", "--limit", "2"]);
  expect(code).toBe(0);
  expect(stdout.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^CREATED AT +KIND +TITLE +URL$/),
    expect.stringMatching(/^2026-11-20T01:00:00.000Z +price +Camera: 900 yen/),
    expect.stringContaining("search_failing"),
  ]);
  expect(stdout).not.toContain("\u001b");
  expect(api.requests.map(({ path }) => path)).toEqual(["/v1/notices?limit=100", "/v1/notices?limit=100&cursor=next"]);
});
