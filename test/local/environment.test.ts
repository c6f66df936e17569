import { describe, expect, it } from "vitest";
import { dataFolderOf, readLocalOptions } from "../../lib/local/options.ts";
import { StartError } from "../../lib/local/start-error.ts";

describe("the runner's environment", () => {
  it("may say nothing, and an empty variable says nothing", () => {
    const nothing = {
      port: 8_787,
      dataFolder: ".magpie",
      egressMap: undefined,
      timeScale: 1,
      secrets: new Map(),
      siteUrl: undefined,
      pageSource: "http",
      chromiumPath: "",
    };
    expect(readLocalOptions({})).toEqual(nothing);
    const names = ["PORT", "MAGPIE_DATA_DIR", "MAGPIE_EGRESS_MAP", "MAGPIE_TIME_SCALE", "MAGPIE_SITE_URL"];
    const others = ["GOOGLE_BOOKS_API_KEY", "MAGPIE_NOTIFY_WEBHOOK", "MAGPIE_MERCARI_PAGE_SOURCE", "MAGPIE_CHROMIUM"];
    expect(readLocalOptions(Object.fromEntries([...names, ...others].map((name) => [name, ""])))).toEqual(nothing);
  });

  it("names the folder, the secrets and the hosts", () => {
    expect(dataFolderOf({ MAGPIE_DATA_DIR: "/data" })).toBe("/data");
    expect(
      readLocalOptions({
        MAGPIE_DATA_DIR: "/data",
        GOOGLE_BOOKS_API_KEY: "key",
        MAGPIE_NOTIFY_WEBHOOK: "https://hook.example/",
        MAGPIE_EGRESS_MAP: '{"a.example":"http://127.0.0.1:1"}',
      }),
    ).toMatchObject({
      dataFolder: "/data",
      secrets: new Map([
        ["magpie/google-books-api-key", "key"],
        ["magpie/notify-webhook", "https://hook.example/"],
      ]),
      egressMap: { "a.example": "http://127.0.0.1:1" },
    });
  });

  it.each([
    ["PORT", "0", { port: 0 }],
    ["PORT", "65535", { port: 65_535 }],
    ["MAGPIE_TIME_SCALE", ".005", { timeScale: 0.005 }],
    ["MAGPIE_TIME_SCALE", "1", { timeScale: 1 }],
    ["MAGPIE_SITE_URL", "https://alice.example", { siteUrl: "https://alice.example" }],
    ["MAGPIE_SITE_URL", "http://Alice.example:8080/", { siteUrl: "http://alice.example:8080" }],
    ["MAGPIE_MERCARI_PAGE_SOURCE", "rendered", { pageSource: "rendered" }],
    ["MAGPIE_CHROMIUM", process.execPath, { chromiumPath: process.execPath }],
  ])("%s may be %s", (name, value, options) => {
    expect(readLocalOptions({ [name]: value })).toMatchObject(options);
  });

  it.each([
    ["PORT", ["65536", "-1", "1.5", "1e3", "0x10", "http", " 80"], "a port from 0 to 65535"],
    ["MAGPIE_TIME_SCALE", ["0", "1.01", "-1", "half", "1."], "above 0, at most 1"],
    [
      "MAGPIE_SITE_URL",
      ["alice", "ftp://alice.example", "https://alice.example/a", "https://alice.example/?a", "https://a@b.example"],
      "an address such as https://alice.example",
    ],
    ["MAGPIE_MERCARI_PAGE_SOURCE", ["Rendered", "chromium"], "http or rendered"],
  ])("%s may be none of %j", (name, values, wanted) => {
    for (const value of values) {
      expect(() => readLocalOptions({ [name]: value })).toThrow(
        new StartError(`${name} must be ${wanted}; it is "${value}".`),
      );
    }
  });

  it.each([
    ["MAGPIE_CHROMIUM", "/nowhere/chromium", /a browser's program; nothing at "\/nowhere\/chromium" can be run\.$/],
    ["MAGPIE_EGRESS_MAP", "{not json", /is not JSON/],
    ["MAGPIE_EGRESS_MAP", '{"a.example":7,"b.example":"nonsense"}', /"a\.example" .*"b\.example" /],
  ])("refuses in one line that %s is %s", (name, value, line) => {
    const refusal = () => readLocalOptions({ [name]: value });
    expect(refusal).toThrow(StartError);
    expect(refusal).toThrow(line);
    expect(refusal).toThrow(new RegExp(`^${name}.*$`));
  });
});
