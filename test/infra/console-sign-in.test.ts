import { describe, expect, it } from "vitest";
import { consoleConfig } from "../../lib/console/console-config.ts";
import { commandLineAt, extensionAt, signInAt } from "../../lib/constructs/sign-in/console-sign-in.ts";
import { readSettings } from "../../lib/settings.ts";
import { everySetting } from "./every-setting.ts";
import type { Synthesized } from "./synthesized.ts";
import { plausibleText, synthesized } from "./synthesized.ts";

const NAME = "prod-magpie-console";
const NO_OTHERS = { commandLine: null, extension: null };

function consoleClient(stack: Synthesized) {
  const found = stack.some("AWS::Cognito::UserPoolClient").find(([, { Properties }]) => Properties.ClientName === NAME);
  if (found === undefined) throw new Error(`no client ${NAME}`);
  return found;
}

describe("the console's client of the pool", () => {
  const stack = synthesized();
  const [id, { Properties: client }] = consoleClient(stack);

  it("has no secret, and gets tokens for a code only, no longer than an hour each", () => {
    expect(client.GenerateSecret ?? false).toBe(false);
    expect(client).toMatchObject({
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ["code"],
      AllowedOAuthScopes: ["openid", "email", { "Fn::Join": ["", [{ Ref: expect.any(String) }, "/full"]] }],
      // The stack's own pool alone.
      SupportedIdentityProviders: ["COGNITO"],
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: "minutes", IdToken: "minutes", RefreshToken: "minutes" },
      EnableTokenRevocation: true,
    });
  });

  it("gets another refresh token for each, which Cognito's own refresh would exclude", () => {
    expect(client.RefreshTokenRotation).toEqual({ Feature: "ENABLED", RetryGracePeriodSeconds: 60 });
    expect(client.ExplicitAuthFlows).not.toContain("ALLOW_REFRESH_TOKEN_AUTH");
    expect(client.ExplicitAuthFlows.length).toBeGreaterThan(0);
  });

  it.each([
    ["CloudFront's own domain", {}, /^https:\/\/SiteDistribution\w+$/],
    ["a domain of one's own", { domain: { site: everySetting.domain.site } }, /^https:\/\/alice\.example$/],
    ["an address of one's own", { site: { url: "https://bob.example" } }, /^https:\/\/bob\.example$/],
  ])("sends people back to the console at %s", (_where, settings, site) => {
    const [, { Properties }] = consoleClient(synthesized("prod", settings));
    const addresses = [...Properties.CallbackURLs, ...Properties.LogoutURLs].map(plausibleText);
    const sites = addresses.map((address) => address.replace(/\/app\/.*/, ""));
    expect(addresses.map((address, at) => address.slice(sites[at]?.length))).toEqual([
      "/app/signed-in",
      // From Cognito's page for a new passkey.
      "/app/settings",
      "/app/",
    ]);
    expect(new Set(sites).size).toBe(1);
    expect(sites[0]).toMatch(site);
  });

  it("is in the audience, beside the command line's and the extension's", () => {
    const [[, authorizer] = []] = stack.some("AWS::ApiGatewayV2::Authorizer");
    const clients = stack.some("AWS::Cognito::UserPoolClient").map(([client]) => ({ Ref: client }));
    expect(authorizer?.Properties.JwtConfiguration.Audience).toEqual(clients);
    const audiences = stack
      .some("AWS::Lambda::Function")
      .flatMap(([, { Properties }]) => Properties.Environment?.Variables.ISSUER_AUDIENCE ?? []);
    expect(audiences.length).toBeGreaterThan(0);
    for (const audience of audiences) expect(JSON.stringify(audience)).toContain(`{"Ref":"${id}"}`);
  });

  it("has a page at a domain that no other pool has, with Cognito's own style", () => {
    const [[, domain] = []] = stack.some("AWS::Cognito::UserPoolDomain");
    expect(domain?.Properties.ManagedLoginVersion).toBe(2);
    expect(JSON.stringify(domain?.Properties.Domain)).toContain('{"Ref":"AWS::StackId"}');
    for (const [, style] of stack.some("AWS::Cognito::ManagedLoginBranding")) {
      expect(style.Properties.UseCognitoProvidedValues).toBe(true);
    }
  });
});

it("shows Cognito's page to the clients of people alike", () => {
  const styled = synthesized()
    .some("AWS::Cognito::ManagedLoginBranding")
    .map(([, { Properties }]) => Properties.ClientId);
  expect(styled).toEqual(
    synthesized()
      .some("AWS::Cognito::UserPoolClient")
      .map(([client]) => ({ Ref: client })),
  );
});

describe("signing in at the stage's own issuer", () => {
  const issuerOf = (issuer: object) => {
    const settings = readSettings("prod", {
      prod: { issuer: { url: "https://login.example/", audience: ["m"], ...issuer } },
    });
    if (settings.issuer === undefined) throw new Error("no issuer");
    return settings.issuer;
  };

  it("follows the settings", () => {
    const consoleSignIn = signInAt(issuerOf(everySetting.issuer));
    expect(consoleConfig({ apiUrl: "https://api.example", consoleSignIn, ...NO_OTHERS })).toEqual({
      api_url: "https://api.example",
      command_line: null,
      extension: null,
      sign_in: {
        authority: "https://login.example",
        client_id: "magpie-console",
        scope: "openid magpie",
        groups_claim: "https://login.example/roles",
        logout_url: "https://tokens.login.example/logout",
      },
    });
    expect(consoleSignIn?.connect).toEqual(["https://login.example", "https://tokens.login.example"]);
  });

  it("has the command line's client, which asks for one scope", () => {
    expect(commandLineAt(issuerOf(everySetting.issuer))).toEqual({
      authority: "https://login.example",
      client_id: "magpie-command-line",
      scopes: {
        read: "openid offline_access api:read",
        save: "openid offline_access api:save",
        full: "openid offline_access api:full",
      },
    });
    expect(commandLineAt(issuerOf({}))).toBeNull();
  });

  it("has the extension's client, which requests the scopes that saving needs", () => {
    expect(extensionAt(issuerOf(everySetting.issuer))).toEqual({
      authority: "https://login.example",
      client_id: "magpie-extension",
      scope: "openid email offline_access api:save",
      groups_claim: "https://login.example/roles",
      logout_url: "https://tokens.login.example/logout",
    });
    expect(extensionAt(issuerOf({ extension: { clientId: "e" } }))?.logout_url).toBeNull();
    expect(extensionAt(issuerOf({}))).toBeNull();
  });

  it("asks for a refresh token, and signs out by OpenID Connect, unless they say otherwise", () => {
    expect(signInAt(issuerOf({ console: { clientId: "c" } }))).toEqual({
      config: {
        authority: "https://login.example/",
        client_id: "c",
        scope: "openid email offline_access magpie/full",
        groups_claim: "cognito:groups",
        logout_url: null,
      },
      connect: ["https://login.example"],
    });
  });

  it("is not possible without a client of the console", () => {
    const consoleSignIn = signInAt(issuerOf({}));
    expect(consoleConfig({ apiUrl: "https://api.example", consoleSignIn, ...NO_OTHERS }).sign_in).toBeNull();
  });
});
