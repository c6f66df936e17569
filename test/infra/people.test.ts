import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, synthesized } from "./synthesized.ts";

const stack = synthesized();
const readme = readFileSync(join(ROOT, "README.md"), "utf8");

const named = (option: string) =>
  [...readme.matchAll(new RegExp(`--${option} "?([\\w-]+)`, "g"))].map(([, value]) => value ?? "");

it("lets people sign in by the methods that README.md shows", () => {
  const flows = named("auth-flow");
  expect(flows).toEqual(expect.arrayContaining(["USER_PASSWORD_AUTH", "REFRESH_TOKEN_AUTH"]));
  const { Outputs } = stack.assembly.getStackArtifact("magpie-prod").template;
  const [, client] = stack.target(Outputs.UserPoolClientId.Value, "AWS::Cognito::UserPoolClient");
  expect(client.Properties.ExplicitAuthFlows).toEqual(expect.arrayContaining(flows.map((flow) => `ALLOW_${flow}`)));
  // A secret would have to be hashed into every request for a token.
  expect(client.Properties.GenerateSecret ?? false).toBe(false);
});

it("has the groups that README.md assigns people to", () => {
  const groups = stack.some("AWS::Cognito::UserPoolGroup").map(([, group]) => group.Properties.GroupName);
  expect(named("group-name").length).toBeGreaterThan(0);
  expect(groups).toEqual(expect.arrayContaining(named("group-name")));
});

it("uses the sign-in address with which README.md creates people", () => {
  for (const [, pool] of stack.some("AWS::Cognito::UserPool")) {
    expect(pool.Properties.UsernameAttributes).toEqual(["email"]);
  }
});
