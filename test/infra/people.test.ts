import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHROMIUM_KEY, EXTENSION_REDIRECTS, FIREFOX_ID } from "../../lib/constructs/sign-in/extension-addresses.ts";
import { LOOPBACK_REDIRECTS } from "../../lib/constructs/sign-in/loopback-redirects.ts";
import { logicalId, plausibleText, ROOT, synthesized } from "./synthesized.ts";

const stack = synthesized();
const guide = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");

const named = (option: string) =>
  [...guide.matchAll(new RegExp(`--${option} "?([\\w-]+)`, "g"))].map(([, value]) => value ?? "");

// Cognito's default, which a pool keeps for ever, makes two people of Alice@ and alice@.
it("compares the names of people without case", () => {
  const [[, pool] = []] = stack.some("AWS::Cognito::UserPool");
  expect(pool?.Properties.UsernameConfiguration).toEqual({ CaseSensitive: false });
});

// Browsers offer a passkey to the page of its host alone, and Cognito's page offers one to clients with choice alone.
it("takes passkeys beside passwords, from every client, at the host of Cognito's page", () => {
  const [[, { Properties: pool }] = [{}, { Properties: {} }]] = stack.some("AWS::Cognito::UserPool");
  const [[, { Properties: domain }] = [{}, { Properties: {} }]] = stack.some("AWS::Cognito::UserPoolDomain");
  expect(pool.Policies.SignInPolicy.AllowedFirstAuthFactors).toEqual(["PASSWORD", "WEB_AUTHN"]);
  expect(pool).toMatchObject({ UserPoolTier: "ESSENTIALS", WebAuthnUserVerification: "required" });
  const [separator, prefix] = domain.Domain["Fn::Join"];
  expect(pool.WebAuthnRelyingPartyID).toEqual({
    "Fn::Join": [separator, [...prefix, ".auth.", { Ref: "AWS::Region" }, ".amazoncognito.com"]],
  });
  for (const [, { Properties }] of stack.some("AWS::Cognito::UserPoolClient")) {
    expect(Properties.ExplicitAuthFlows).toContain("ALLOW_USER_AUTH");
  }
});

it("mails people by SES where the settings name the sender's identity, else by Cognito's own mailer", () => {
  const mailOf = (mail: object) => {
    const [[, { Properties }] = [{}, { Properties: {} }]] = synthesized("prod", { mail }).some(
      "AWS::Cognito::UserPool",
    );
    return Properties.EmailConfiguration;
  };
  const from = "magpie@mail.alice.example";
  expect(mailOf({ from })).toBeUndefined();
  const { SourceArn, ...others } = mailOf({ from, identity: "alice.example" });
  expect(others).toEqual({ EmailSendingAccount: "DEVELOPER", From: from });
  expect(plausibleText(SourceArn)).toMatch(/:ses:.*:identity\/alice\.example$/);
});

it("gives people tokens for a code alone: only the account's operator signs somebody in by a password", () => {
  const clients = stack.some("AWS::Cognito::UserPoolClient").map(([, { Properties }]) => Properties);
  const byPassword = clients
    .flatMap(({ ExplicitAuthFlows = [] }) => ExplicitAuthFlows)
    .filter((flow) => /PASSWORD/.test(flow));
  expect(byPassword).toEqual(["ALLOW_ADMIN_USER_PASSWORD_AUTH"]);
  for (const client of clients) {
    expect(client.AllowedOAuthFlows).toEqual(["code"]);
    // Neither a browser nor a command line could keep one.
    expect(client.GenerateSecret ?? false).toBe(false);
  }
});

it("lets the command line ask for each scope, and come back to this machine's ports only", () => {
  const { Outputs } = stack.assembly.getStackArtifact("magpie-prod").template;
  const [, { Properties: client }] = stack.target(Outputs.UserPoolClientId.Value, "AWS::Cognito::UserPoolClient");
  const [[, server] = []] = stack.some("AWS::Cognito::UserPoolResourceServer");
  const scopes = server?.Properties.Scopes.map(({ ScopeName }: { ScopeName: string }) => ScopeName);
  expect([server?.Properties.Identifier, scopes]).toEqual(["magpie", ["read", "save", "full"]]);
  expect(client.AllowedOAuthScopes.map(plausibleText)).toHaveLength(4);
  expect(client.CallbackURLs).toEqual(LOOPBACK_REDIRECTS);
  expect(client.RefreshTokenRotation).toEqual({ Feature: "ENABLED", RetryGracePeriodSeconds: 60 });
});

it("lets the extension save and read, and come back to the addresses that browsers give it alone", () => {
  const named = stack
    .some("AWS::Cognito::UserPoolClient")
    .find(([, { Properties }]) => Properties.ClientName === "prod-magpie-extension");
  const client = named?.[1].Properties;
  expect(client.AllowedOAuthScopes.map(plausibleText)).toEqual(["openid", "email", expect.stringMatching(/\/save$/)]);
  expect(client.CallbackURLs).toEqual(EXTENSION_REDIRECTS);
  expect(client.LogoutURLs).toEqual(EXTENSION_REDIRECTS);
  expect(client.RefreshTokenRotation).toEqual({ Feature: "ENABLED", RetryGracePeriodSeconds: 60 });
});

it("has ids of the extension that never change: each installation's sign-in depends on them", () => {
  expect(FIREFOX_ID).toBe("magpie@extension.magpie.example");
  // A public key of 2,048 bits (RFC 5280, SubjectPublicKeyInfo).
  expect(Buffer.from(CHROMIUM_KEY, "base64")).toHaveLength(294);
  expect(EXTENSION_REDIRECTS).toEqual([
    "https://elnkkhieanggkebjoppbbdhcakpcfmni.chromiumapp.org/",
    "https://019d803b83cec800a178c17231ab15969895814a.extensions.allizom.org/",
  ]);
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

it.each(stack.some("AWS::Cognito::UserPoolClient"))("lets tokens of %s write only unread attributes", (_, client) => {
  // Without a list, and with an empty one, every attribute can be written.
  expect(client.Properties.WriteAttributes).toEqual(["locale"]);
  expect(client.Properties.AllowedOAuthScopes ?? []).not.toContain("aws.cognito.signin.user.admin");
  expect(client.Properties.EnableTokenRevocation ?? true).toBe(true);
});

it.each(stack.some("AWS::Cognito::UserPoolClient"))("reveals to nobody through %s who has an account", (_, client) => {
  // Without it Cognito says so (CloudFormation's default is LEGACY).
  expect(client.Properties.PreventUserExistenceErrors).toBe("ENABLED");
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
