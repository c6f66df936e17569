import { expect, it } from "vitest";
import { Callers } from "../../../lib/local/access/callers.ts";
import { EnvironmentPool } from "../../../lib/local/functions/environment-pool.ts";
import { readFunctions } from "../../../lib/local/functions/functions.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import { Template } from "../../../lib/local/template/template.ts";

const described = (FunctionName: string, Variables: object): Resource => ({
  Type: "AWS::Lambda::Function",
  Properties: {
    FunctionName,
    Role: "arn:aws:iam::000000000000:role/r",
    Code: { S3Key: "k" },
    Handler: "index.handler",
    Environment: { Variables },
  },
});

it("a function's environment is the template's, but for the variables that the runner replaces if they are there", () => {
  const resources = {
    Asker: described("asker", { PAGE_SOURCE: "rendered", WAIT_SCALE: "1", RENDERER: "renderer" }),
    Page: described("page", { SITE_URL: "https://d1.cloudfront.example" }),
    Renderer: described("renderer", { CHROMIUM_PATH: "" }),
  };
  const folders = { threadScript: "/nowhere", compileCache: "/nowhere", bundles: "/nowhere" };
  const functions = readFunctions({
    template: new Template(resources, { api: "http://127.0.0.1:1", aws: "http://127.0.0.1:2" }),
    assembly: { resources, ...folders, temporary: "/nowhere/tmp", made: () => ({}), codeFolder: () => "/nowhere" },
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
  const environments = [...functions.values()].map(({ definition }) => definition.environment);
  const own = environments.map((environment) =>
    Object.entries(environment).filter(([name]) => !/^(AWS_|NODE_COMPILE_CACHE$|TMPDIR$|TZ$)/.test(name)),
  );
  expect(own.map((entries) => Object.fromEntries(entries))).toEqual([
    { PAGE_SOURCE: "http", WAIT_SCALE: "0.01", RENDERER: "renderer" },
    { SITE_URL: "https://alice.example" },
    { CHROMIUM_PATH: "/usr/bin/chromium" },
  ]);
  const added = { AWS_ENDPOINT_URL_LAMBDA: "http://127.0.0.1:2", TMPDIR: "/nowhere/tmp" };
  for (const environment of environments) expect(environment).toMatchObject(added);
});
