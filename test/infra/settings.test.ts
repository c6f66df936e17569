import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { magpieApp } from "../../lib/app.ts";
import { readSettings } from "../../lib/settings.ts";
import type { Synthesized } from "./synthesized.ts";
import { bundles, inTemporaryFolder, lawContext, synthesized } from "./synthesized.ts";

describe("readSettings", () => {
  it("needs no setting at all", () => {
    expect(readSettings("prod", { prod: {} })).toEqual({
      stage: "prod",
      keepData: true,
      googleBooks: { secret: "magpie/google-books-api-key", requestsPerDay: 1_000, reserve: 0, country: "JP" },
      mercariPageSource: "rendered",
      site: {},
      mail: { administrators: [] },
      logRetentionDays: 90,
      throttle: { rate: 50, burst: 100 },
    });
  });

  it("takes every setting", () => {
    const settings = {
      keepData: false,
      issuer: { url: "https://login.example", audience: ["magpie"], groupsClaim: "https://login.example/roles" },
      bedrock: { model: "eu.amazon.nova-lite-v1:0", region: "eu-central-1" },
      googleBooks: { secret: "books/key", requestsPerDay: 500, reserve: 100, country: "DE" },
      mercariPageSource: "http",
      site: { title: "Alice reads", description: "What Alice reads.", url: "https://alice.example" },
      mail: { from: "magpie@alice.example", administrators: ["alice@alice.example", "bob@bob.example"] },
      alarmEmail: "on-call@magpie.example",
      logRetentionDays: 7,
      throttle: { rate: 1, burst: 2 },
    };
    expect(readSettings("mine", { mine: settings })).toEqual({ ...settings, stage: "mine" });
  });

  it("keeps of the site's address what SITE_URL needs", () => {
    const { site } = readSettings("prod", { prod: { site: { url: "https://Alice.example/" } } });
    expect(site.url).toBe("https://alice.example");
  });

  it("names the stages that there are when it is asked for another", () => {
    expect(() => readSettings("staging", { prod: {}, dev: {} })).toThrow(
      'There is no stage "staging" in cdk.json; known are prod, dev.',
    );
    expect(() => readSettings("prod", undefined)).toThrow('There is no stage "prod"');
  });

  it("takes no word that every object knows for a stage", () => {
    expect(() => readSettings("constructor", { prod: {} })).toThrow('There is no stage "constructor"');
  });

  it.each<[what: string, stages: unknown]>([
    ["stages that are no object", "prod"],
    ["a stage that is no object", { prod: 3 }],
  ])("refuses %s and says where they stand", (_, stages) => {
    expect(() => readSettings("prod", stages)).toThrow("cdk.json");
  });

  it.each<[what: string, settings: Record<string, unknown>, named: string]>([
    ["a setting that nobody reads", { keepDatta: true }, "keepDatta"],
    ["another name for itself", { stage: "prod" }, '"stage"'],
    ["text for a switch", { keepData: "no" }, "keepData"],
    ["an issuer without TLS", { issuer: { url: "http://login.example", audience: ["magpie"] } }, "issuer.url"],
    ["an issuer for nobody", { issuer: { url: "https://login.example", audience: [] } }, "issuer.audience"],
    [
      "a claim of groups with a space",
      { issuer: { url: "https://login.example", audience: ["magpie"], groupsClaim: "my groups" } },
      "issuer.groupsClaim",
    ],
    [
      "a claim of groups without a name",
      { issuer: { url: "https://login.example", audience: ["magpie"], groupsClaim: "" } },
      "issuer.groupsClaim",
    ],
    ["an issuer without an audience", { issuer: { url: "https://login.example" } }, "issuer.audience"],
    ["a mail address that is none", { alarmEmail: "on-call" }, "alarmEmail"],
    ["a site without TLS", { site: { url: "http://alice.example" } }, "site.url"],
    ["a site below a path", { site: { url: "https://alice.example/blog" } }, "site.url"],
    ["a site with a query", { site: { url: "https://alice.example?a" } }, "site.url"],
    ["a site without a name", { site: { title: "" } }, "site.title"],
    ["a sender that is no mail address", { mail: { from: "magpie" } }, "mail.from"],
    ["an administrator who is no mail address", { mail: { administrators: ["alice"] } }, "mail.administrators"],
    ["a retention that CloudWatch does not know", { logRetentionDays: 8 }, "logRetentionDays"],
    ["a page source that there is not", { mercariPageSource: "api" }, "mercariPageSource"],
    ["a throttle that lets nothing through", { throttle: { rate: 0, burst: 1 } }, "throttle.rate"],
    ["half a throttle", { throttle: { rate: 5 } }, "throttle.burst"],
  ])("refuses %s and says which setting it is", (_, settings, named) => {
    expect(() => readSettings("dev", { dev: settings })).toThrow('Settings of stage "dev" in cdk.json: ');
    expect(() => readSettings("dev", { dev: settings })).toThrow(named);
  });

  it.each(["Prod", "1st", "my_stage", "a-stage-of-too-long-a-name"])("refuses the stage name %s", (stage) => {
    expect(() => readSettings(stage, { [stage]: {} })).toThrow(/at stage|lower-case letters, digits and hyphens/);
  });
});

/** The outputs of stage prod, by their names. */
function outputsOf(settings: Readonly<Record<string, unknown>>): Record<string, { Value: unknown }> {
  return synthesized("prod", settings).assembly.getStackArtifact("magpie-prod").template.Outputs;
}

/** What the functions behind the API are told of the groups' claim, and what all others are. */
function groupsClaims(stack: Synthesized): Record<"api" | "others", unknown[]> {
  const claims = { api: new Set<unknown>(), others: new Set<unknown>() };
  for (const [, { Properties }] of stack.some("AWS::Lambda::Function")) {
    const isApi = Properties.Description.endsWith("/api.ts");
    claims[isApi ? "api" : "others"].add(Properties.Environment?.Variables?.GROUPS_CLAIM);
  }
  return { api: [...claims.api], others: [...claims.others] };
}

describe("a stage with an issuer of its own", () => {
  const issuer = {
    url: "https://login.example/tenant",
    audience: ["magpie", "magpie-phone"],
    groupsClaim: "https://login.example/roles",
  };
  const stack = synthesized("prod", { issuer });

  it("makes no user pool", () => {
    const types = new Set([...stack.resources.values()].map((resource) => resource.Type));
    expect([...types].filter((type) => type.startsWith("AWS::Cognito::"))).toEqual([]);
  });

  it("believes that issuer's tokens", () => {
    const [[, authorizer] = []] = stack.some("AWS::ApiGatewayV2::Authorizer");
    expect(authorizer?.Properties.JwtConfiguration).toEqual({ Issuer: issuer.url, Audience: issuer.audience });
  });

  it("tells every function of the API which claim lists the groups, and no other function", () => {
    expect(groupsClaims(stack)).toEqual({ api: [issuer.groupsClaim], others: [undefined] });
    expect(groupsClaims(synthesized())).toEqual({ api: ["cognito:groups"], others: [undefined] });
  });
});

describe("a stage whose data is thrown away", () => {
  const stack = synthesized("dev");

  it("keeps nothing when the stack goes, which nothing holds back", () => {
    const kept = [...stack.resources].filter(([, { DeletionPolicy = "Delete", UpdateReplacePolicy = "Delete" }]) =>
      [DeletionPolicy, UpdateReplacePolicy].some((policy) => policy !== "Delete"),
    );
    expect(kept.map(([id]) => id)).toEqual([]);
    expect(stack.assembly.getStackArtifact("magpie-dev").terminationProtection).toBe(false);
  });

  it("protects nothing from deletion", () => {
    for (const [, table] of stack.some("AWS::DynamoDB::Table")) {
      expect(table.Properties.DeletionProtectionEnabled ?? false).toBe(false);
    }
    for (const [, pool] of stack.some("AWS::Cognito::UserPool")) {
      expect(pool.Properties.DeletionProtection ?? "INACTIVE").toBe("INACTIVE");
    }
  });
});

describe("the settings that show in the template", () => {
  const stack = synthesized("prod", {
    alarmEmail: "on-call@magpie.example",
    logRetentionDays: 7,
    throttle: { rate: 3, burst: 4 },
  });

  it("mail the alarms", () => {
    const mails = stack.some("AWS::SNS::Subscription").map(([, { Properties }]) => Properties);
    expect(mails).toEqual([expect.objectContaining({ Protocol: "email", Endpoint: "on-call@magpie.example" })]);
    expect(synthesized().all("AWS::SNS::Subscription")).toEqual([]);
  });

  it("keep every log as long as is said", () => {
    for (const [, { Properties }] of stack.some("AWS::Logs::LogGroup")) expect(Properties.RetentionInDays).toBe(7);
  });

  it("throttle the API as is said", () => {
    for (const [, { Properties }] of stack.some("AWS::ApiGatewayV2::Stage")) {
      expect(Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 3, ThrottlingBurstLimit: 4 });
    }
  });
});

describe("a stage whose site has a domain of its own", () => {
  const { SiteUrl, SiteDomain } = outputsOf({ site: { url: "https://alice.example" } });

  it("says so, and where CloudFront answers", () => {
    expect(SiteUrl).toEqual({ Value: "https://alice.example" });
    expect(SiteDomain).toEqual({ Value: { "Fn::GetAtt": [expect.stringMatching(/^SiteDistribution/), "DomainName"] } });
    expect(outputsOf({}).SiteUrl).toEqual({ Value: { "Fn::Join": ["", ["https://", SiteDomain?.Value]] } });
  });
});

describe("synth", () => {
  /** What the CDK's command line gets: the names of the stacks, and what it would have to look up in an account. */
  function assemblyOf(context: Readonly<Record<string, unknown>>) {
    return inTemporaryFolder((folder) => {
      const assembly = magpieApp({ bundles, outdir: join(folder, "cdk.out"), context, validated: false }).synth();
      return {
        stacks: assembly.stacks.map(({ stackName }) => stackName),
        lookups: assembly.manifest.missing ?? [],
        environments: assembly.stacks.map(({ environment }) => environment.name),
      };
    });
  }

  it("makes the production stage when nothing is said, without an account or the network", () => {
    expect(assemblyOf(lawContext())).toEqual({
      stacks: ["magpie-prod"],
      lookups: [],
      environments: ["aws://unknown-account/unknown-region"],
    });
  });

  it("makes the stage that the context names", () => {
    expect(assemblyOf({ ...lawContext(), stage: "dev" }).stacks).toEqual(["magpie-dev"]);
  });
});
