import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { logicalId, ROOT, synthesized } from "./synthesized.ts";

const stack = synthesized();
const guide = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");

const named = (option: string) =>
  [...guide.matchAll(new RegExp(`--${option} "?([\\w-]+)`, "g"))].map(([, value]) => value ?? "");

it("lets people sign in by the methods that docs/deploy.md shows", () => {
  const flows = named("auth-flow");
  expect(flows).toEqual(expect.arrayContaining(["USER_PASSWORD_AUTH", "REFRESH_TOKEN_AUTH"]));
  const { Outputs } = stack.assembly.getStackArtifact("magpie-prod").template;
  const [, client] = stack.target(Outputs.UserPoolClientId.Value, "AWS::Cognito::UserPoolClient");
  expect(client.Properties.ExplicitAuthFlows).toEqual(expect.arrayContaining(flows.map((flow) => `ALLOW_${flow}`)));
  // A secret would have to be hashed into every request for a token.
  expect(client.Properties.GenerateSecret ?? false).toBe(false);
});

it("gives no token with which the account could be changed at Cognito itself", () => {
  const pools = stack.some("AWS::Cognito::UserPool");
  expect(pools).toHaveLength(1);
  for (const [id, { Properties: pool }] of pools) {
    expect(pool.UserAttributeUpdateSettings).toEqual({ AttributesRequireVerificationBeforeUpdate: ["email"] });
    const { LambdaVersion, LambdaArn } = pool.LambdaConfig.PreTokenGenerationConfig;
    const [onToken, { Properties }] = stack.target(LambdaArn, "AWS::Lambda::Function");
    // Only the second version customizes access tokens.
    expect([LambdaVersion, Properties.Description]).toEqual(["V2_0", "lambdas/issuer/on-token.ts"]);
    // Cognito waits for five seconds.
    expect(Properties.Timeout).toBeLessThanOrEqual(5);
    const permissions = stack
      .some("AWS::Lambda::Permission")
      .filter(([, permission]) => logicalId(permission.Properties.FunctionName) === onToken)
      .map(([, permission]) => [permission.Properties.Principal, logicalId(permission.Properties.SourceArn)]);
    expect(permissions).toEqual([["cognito-idp.amazonaws.com", id]]);
  }
});

it.each(stack.some("AWS::Cognito::UserPoolClient"))("lets tokens of %s write only what nothing reads", (_, client) => {
  // Without a list, and with an empty one, every attribute can be written.
  expect(client.Properties.WriteAttributes).toEqual(["locale"]);
  expect(client.Properties.AllowedOAuthScopes ?? []).not.toContain("aws.cognito.signin.user.admin");
  expect(client.Properties.EnableTokenRevocation ?? true).toBe(true);
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
