import { describe, expect, it } from "vitest";
import { Callers } from "../../lib/local/access/callers.ts";
import { EnvironmentPool } from "../../lib/local/functions/environment-pool.ts";
import { readFunctions } from "../../lib/local/functions/functions.ts";
import { readLocalOptions } from "../../lib/local/options.ts";
import { StartError } from "../../lib/local/start-error.ts";
import type { Resource } from "../../lib/local/template/assembly.ts";
import { Template } from "../../lib/local/template/template.ts";

describe("the options", () => {
  it("read Mercari's pages by plain http unless the environment says otherwise", () => {
    expect(readLocalOptions({})).toMatchObject({ pageSource: "http", chromiumPath: "" });
    const chosen = { MAGPIE_MERCARI_PAGE_SOURCE: "rendered", MAGPIE_CHROMIUM: process.execPath };
    expect(readLocalOptions(chosen)).toMatchObject({ pageSource: "rendered", chromiumPath: process.execPath });
  });

  it.each([
    ["MAGPIE_MERCARI_PAGE_SOURCE", "chromium", /must be http or rendered; it is "chromium"\.$/],
    ["MAGPIE_CHROMIUM", "/nowhere/chromium", /a browser's program; nothing at "\/nowhere\/chromium" can be run\.$/],
    ["MAGPIE_EGRESS_MAP", "{not json", /MAGPIE_EGRESS_MAP/],
    ["MAGPIE_EGRESS_MAP", '{"speakerdeck.com":7,"docs.google.com":"nonsense"}', /MAGPIE_EGRESS_MAP/],
    ["MAGPIE_TIME_SCALE", "0", /must be above 0, at most 1; it is "0"\.$/],
    ["MAGPIE_TIME_SCALE", "1.01", /must be above 0, at most 1; it is "1\.01"\.$/],
    ["MAGPIE_TIME_SCALE", "fast", /it is "fast"\.$/],
    ["PORT", "65536", /must be a port from 0 to 65535; it is "65536"\.$/],
    ["MAGPIE_SITE_URL", "alice", /must be an address such as https:\/\/alice\.example; it is "alice"\.$/],
    ["MAGPIE_SITE_URL", "https://alice.example/reads", /it is "https:\/\/alice\.example\/reads"\.$/],
  ])("refuse in one line that %s is %s", (name, value, line) => {
    expect(() => readLocalOptions({ [name]: value })).toThrow(StartError);
    expect(() => readLocalOptions({ [name]: value })).toThrow(line);
    expect(() => readLocalOptions({ [name]: value })).toThrow(new RegExp(`^${name}.*$`));
  });
});

describe("a function's environment", () => {
  const described = (name: string, Variables: object): Resource => ({
    Type: "AWS::Lambda::Function",
    Properties: {
      FunctionName: name,
      Role: "arn:aws:iam::000000000000:role/r",
      Code: { S3Key: "k" },
      Handler: "index.handler",
      Environment: { Variables },
    },
  });

  it("is the template's, except for the variables that the runner replaces if the template has them", () => {
    const resources = {
      Asker: described("asker", { PAGE_SOURCE: "rendered", WAIT_SCALE: "1", RENDERER: "renderer" }),
      Page: described("page", { SITE_URL: "https://d1.cloudfront.example" }),
      Renderer: described("renderer", { CHROMIUM_PATH: "" }),
    };
    const functions = readFunctions({
      template: new Template(resources, { api: "http://127.0.0.1:1", aws: "http://127.0.0.1:2" }),
      assembly: {
        resources,
        threadScript: "/nowhere",
        compileCache: "/nowhere",
        temporary: "/nowhere/tmp",
        bundles: "/nowhere",
        codeFolder: () => "/nowhere",
      },
      pool: new EnvironmentPool(),
      callers: new Callers(),
      statements: new Map(),
      awsOrigin: "http://127.0.0.1:2",
      timeScale: 0.01,
      siteUrl: "https://alice.example",
      pageSource: "http",
      chromiumPath: "/usr/bin/chromium",
      egress: undefined,
      rebuilt: undefined,
      log: () => undefined,
      invoked: () => undefined,
    });
    const own = [...functions.values()].map(({ definition }) =>
      Object.fromEntries(
        Object.entries(definition.environment).filter(
          ([name]) => !/^(AWS_|NODE_COMPILE_CACHE$|TMPDIR$|TZ$)/.test(name),
        ),
      ),
    );
    expect(own).toEqual([
      { PAGE_SOURCE: "http", WAIT_SCALE: "0.01", RENDERER: "renderer" },
      { SITE_URL: "https://alice.example" },
      { CHROMIUM_PATH: "/usr/bin/chromium" },
    ]);
    for (const { definition } of functions.values()) {
      expect(definition.environment.AWS_ENDPOINT_URL_LAMBDA).toBe("http://127.0.0.1:2");
      expect(definition.environment.TMPDIR).toBe("/nowhere/tmp");
    }
  });
});
