import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./synthesized.ts";

/** Packages on which the design is built, and where each does its work. One that nothing imports has been replaced unseen. */
it.each([
  ["aws-cdk-lib", "lib/**/*.ts"],
  ["constructs", "lib/**/*.ts"],
  ["@aws-sdk/client-sqs", "lambdas/shared/**/*.ts"],
  ["@aws-sdk/client-dynamodb", "lambdas/shared/table/*.ts"],
  ["@aws-sdk/lib-dynamodb", "lambdas/shared/table/*.ts"],
  ["@middy/core", "lambdas/shared/http/*.ts"],
  ["zod", "lambdas/*/routes.ts"],
  ["node-html-parser", "lambdas/*/readers/*.ts"],
  ["vitest", "test/**/*.test.ts"],
  ["aws-sdk-client-mock", "test/**/*.ts"],
])(
  "%s is imported by %s: if another package serves better, say so in a decision, and change this list",
  (name, where) => {
    const imports = new RegExp(`from "${name}(?:/[^"]*)?"`);
    const files = globSync(where, { cwd: ROOT });
    expect(files.filter((path) => imports.test(readFileSync(join(ROOT, path), "utf8"))).length).toBeGreaterThan(0);
  },
);
