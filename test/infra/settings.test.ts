import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { magpieApp } from "../../lib/app.ts";
import { readSettings, settingsSchema } from "../../lib/settings.ts";
import { everySetting, longestSettings, longestStage } from "./every-setting.ts";
import type { Synthesized } from "./synthesized.ts";
import { bundles, inTemporaryFolder, invariantContext, plausibleText, synthesized } from "./synthesized.ts";

/** The names of a schema's settings, those of a setting of several parts with a dot. */
function namesOf(schema: z.core.$ZodType, path = ""): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return namesOf(schema.unwrap(), path);
  }
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, part]) => namesOf(part, joined(path, name)));
}

/** The names of a stage's settings. */
function namesIn(settings: object, path = ""): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    typeof value === "object" && !Array.isArray(value) ? namesIn(value, joined(path, name)) : [joined(path, name)],
  );
}

/** The address of an image, of so many bytes. */
const longestImage = (letter: string, bytes: number) => "https://alice.example/".padEnd(bytes, letter);

const SECRET = "magpie/google-books-api-key";
const fiftyOne = Array.from({ length: 51 }, (_, index) => `a${index}@a.example`);

const joined = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

describe("readSettings", () => {
  it("needs no setting at all", () => {
    expect(readSettings("prod", { prod: {} })).toEqual({
      stage: "prod",
      keepData: true,
      language: "en",
      googleBooks: { secret: SECRET, requestsPerDay: 1_000, reserve: 0, country: "JP", covers: "linked" },
      mercariPageSource: "rendered",
      site: {},
      domain: {},
      mail: { administrators: [] },
      notify: { urgentAlarms: false },
      alarms: "all",
      monthlyBudget: 20,
      workerConcurrency: 2,
      logRetentionDays: 90,
      expectedUsers: 30,
    });
  });

  it("accepts every setting", () => {
    expect(readSettings("mine", { mine: everySetting })).toEqual({ ...everySetting, stage: "mine" });
  });

  it("has every existing setting in the stage of the invariants", () => {
    const names = namesIn(everySetting).sort();
    expect(names, "Add each setting to test/infra/every-setting.ts").toEqual(namesOf(settingsSchema).sort());
  });

  it("accepts each setting at its longest, and nothing longer", () => {
    const { issuer, site, mail } = longestSettings;
    const read = (more: object) => () =>
      readSettings(longestStage, { [longestStage]: { ...longestSettings, ...more } });
    expect(read({})).not.toThrow();
    expect(read({ site: { icon: longestImage("i", 300), logo: longestImage("l", 300) } })).not.toThrow();
    const tooLong: readonly [named: string, settings: object][] = [
      ["site.title", { site: { ...site, title: `${site.title}a` } }],
      ["site.description", { site: { ...site, description: `${site.description}a` } }],
      ["site", { site: { ...site, icon: `${site.icon}i` } }],
      ["site", { site: { ...site, logo: `${site.logo}l` } }],
      ["site.icon", { site: { icon: longestImage("i", 301) } }],
      ["site.logo", { site: { logo: longestImage("l", 301) } }],
      ["site.url", { site: { ...site, url: `${site.url}aa` } }],
      ["issuer.url", { issuer: { ...issuer, url: `${issuer.url}a` } }],
      ["issuer.audience", { issuer: { ...issuer, audience: [`${issuer.audience[0]}a`, issuer.audience[1]] } }],
      ["mail.from", { mail: { ...mail, from: `m${mail.from}` } }],
      ["mail.administrators", { mail: { ...mail, administrators: mail.administrators.map((each) => `a${each}`) } }],
    ];
    for (const [named, settings] of tooLong) expect(read(settings), named).toThrow(`→ at ${named}`);
  });

  it("limits each user to five hundred summaries by a model a day by default", () => {
    const bedrock = { model: "amazon.nova-lite-v1:0", region: "eu-central-1" };
    expect(readSettings("prod", { prod: { bedrock } }).bedrock?.summariesPerUserAndDay).toBe(500);
    expect(() => readSettings("prod", { prod: { bedrock: { ...bedrock, summariesPerUserAndDay: -1 } } })).toThrow(
      "summariesPerUserAndDay",
    );
  });

  it("keeps the part of the site's address that SITE_URL needs", () => {
    const { site } = readSettings("prod", { prod: { site: { url: "https://Alice.example/" } } });
    expect(site.url).toBe("https://alice.example");
  });

  it("lists the existing stages when another one is requested", () => {
    expect(() => readSettings("staging", { prod: {}, dev: {} })).toThrow(
      'There is no stage "staging" in cdk.json; known are prod, dev.',
    );
    expect(() => readSettings("prod", undefined)).toThrow('There is no stage "prod"');
  });

  it("accepts no property of Object.prototype as a stage", () => {
    expect(() => readSettings("constructor", { prod: {} })).toThrow('There is no stage "constructor"');
  });

  it.each<[what: string, stages: unknown]>([
    ["stages that are not an object", "prod"],
    ["a stage that is not an object", { prod: 3 }],
  ])("rejects %s and says where they are", (_, stages) => {
    expect(() => readSettings("prod", stages)).toThrow("cdk.json");
  });

  it.each<[what: string, settings: Record<string, unknown>, named: string]>([
    ["an unknown setting", { keepDatta: true }, "keepDatta"],
    ["another name for itself", { stage: "prod" }, '"stage"'],
    ["a text instead of a boolean", { keepData: "no" }, "keepData"],
    ["an issuer without TLS", { issuer: { url: "http://login.example", audience: ["magpie"] } }, "issuer.url"],
    ["an issuer with an empty audience", { issuer: { url: "https://login.example", audience: [] } }, "issuer.audience"],
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
    [
      "a console's scope without openid",
      { issuer: { url: "https://login.example", audience: ["magpie"], console: { clientId: "c", scope: "email" } } },
      "issuer.console.scope",
    ],
    [
      "a source of the console with a path",
      {
        issuer: {
          url: "https://login.example",
          audience: ["magpie"],
          console: { clientId: "c", connect: ["https://login.example/token"] },
        },
      },
      "issuer.console.connect",
    ],
    [
      "a source of the console that would end its directive",
      {
        issuer: {
          url: "https://login.example",
          audience: ["magpie"],
          console: { clientId: "c", connect: ["https://a;script-src"] },
        },
      },
      "issuer.console.connect",
    ],
    ["an issuer without an audience", { issuer: { url: "https://login.example" } }, "issuer.audience"],
    ["an invalid mail address", { alarmEmail: "on-call" }, "alarmEmail"],
    ["a site without TLS", { site: { url: "http://alice.example" } }, "site.url"],
    ["a site below a path", { site: { url: "https://alice.example/blog" } }, "site.url"],
    ["a site with a query", { site: { url: "https://alice.example?a" } }, "site.url"],
    ["an icon without TLS", { site: { icon: "http://alice.example/icon.png" } }, "site.icon"],
    ["a logo with a password", { site: { logo: "https://alice:secret@alice.example/logo.png" } }, "site.logo"],
    ["a logo that is a path", { site: { logo: "/logo.png" } }, "site.logo"],
    ["a colour by its name", { site: { accentColor: "blue" } }, "site.accentColor"],
    ["a site without a name", { site: { title: "" } }, "site.title"],
    ["an invalid sender", { mail: { from: "magpie" } }, "mail.from"],
    ["a sender's identity without a sender", { mail: { identity: "alice.example" } }, "mail.identity"],
    ["another's identity", { mail: { from: "m@alice.example", identity: "ice.example" } }, "mail.identity"],
    ["an invalid administrator", { mail: { administrators: ["alice"] } }, "mail.administrators"],
    ["more administrators than a mail has recipients", { mail: { administrators: fiftyOne } }, "50 at most: SES"],
    ["a site's name that is an address", { domain: { site: named("https://a.example") } }, "domain.site.name"],
    ["a site's certificate of another region", { domain: { site: named("a.example", "eu-west-1") } }, "in us-east-1"],
    ["one host for site and API", { domain: { site: named("a.example"), api: named("a.example") } }, "two different"],
    ["urgent alarms for a webhook that it does not name", { notify: { urgentAlarms: true } }, "at notify.webhook"],
    ["a retention that CloudWatch does not know", { logRetentionDays: 8 }, "logRetentionDays"],
    ["an unknown page source", { mercariPageSource: "api" }, "mercariPageSource"],
    ["nobody as a stage's users", { expectedUsers: 0 }, "expectedUsers"],
    ["less concurrency than Lambda's minimum", { workerConcurrency: 1 }, "workerConcurrency"],
  ])("rejects %s and says which setting it is", (_, settings, named) => {
    expect(() => readSettings("dev", { dev: settings })).toThrow('Settings of stage "dev" in cdk.json: ');
    expect(() => readSettings("dev", { dev: settings })).toThrow(named);
  });

  it.each(["Prod", "1st", "my_stage", "fourteen-chars"])("rejects the stage name %s", (stage) => {
    expect(() => readSettings(stage, { [stage]: {} })).toThrow(/at stage|lower-case letters, digits and hyphens/);
  });
});

/** A name with a certificate of a region. */
function named(name: string, region = "us-east-1") {
  return { name, certificateArn: `arn:aws:acm:${region}:123456789012:certificate/0b1c2d3e` };
}

/** The outputs of stage prod, by their names. */
function outputsOf(settings: Readonly<Record<string, unknown>>): Record<string, { Value: unknown }> {
  return synthesized("prod", settings).assembly.getStackArtifact("magpie-prod").template.Outputs;
}

/** The variable with the groups' claim in the functions behind the API, and in all others. */
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

  it("accepts that issuer's tokens", () => {
    const [[, authorizer] = []] = stack.some("AWS::ApiGatewayV2::Authorizer");
    expect(authorizer?.Properties.JwtConfiguration).toEqual({ Issuer: issuer.url, Audience: issuer.audience });
  });

  it("tells every function of the API which claim lists the groups, and no other function", () => {
    expect(groupsClaims(stack)).toEqual({ api: [issuer.groupsClaim], others: [undefined] });
    expect(groupsClaims(synthesized())).toEqual({ api: ["cognito:groups"], others: [undefined] });
  });
});

describe("a stage whose data may be deleted", () => {
  const stack = synthesized("dev");

  it("keeps nothing when the stack is deleted, and nothing prevents this", () => {
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
    expectedUsers: 1_000,
    monthlyBudget: 12.5,
    workerConcurrency: 7,
  });

  it("mail the alarms", () => {
    const mails = stack.some("AWS::SNS::Subscription").map(([, { Properties }]) => Properties);
    const mail = expect.objectContaining({ Protocol: "email", Endpoint: "on-call@magpie.example" });
    expect(mails).toEqual([mail, mail]);
    expect(synthesized().all("AWS::SNS::Subscription")).toEqual([]);
  });

  it("send a mail when the account nears or exceeds its budget", () => {
    const [[, { Properties: budget }] = [undefined, { Properties: {} }]] = stack.some("AWS::Budgets::Budget");
    expect(budget.Budget).toMatchObject({
      BudgetType: "COST",
      TimeUnit: "MONTHLY",
      BudgetLimit: { Amount: 12.5, Unit: "USD" },
    });
    const [[topic] = []] = stack.some("AWS::SNS::Topic");
    for (const { Subscribers } of budget.NotificationsWithSubscribers) {
      expect(Subscribers).toEqual([{ SubscriptionType: "SNS", Address: { Ref: topic } }]);
    }
    const [[, policy] = []] = stack.some("AWS::SNS::TopicPolicy");
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: "Allow", Principal: { Service: "budgets.amazonaws.com" } }),
    );
    const [[, byDefault] = []] = synthesized().some("AWS::Budgets::Budget");
    expect(byDefault?.Properties.Budget.BudgetLimit).toEqual({ Amount: 20, Unit: "USD" });
  });

  it("make no budget where an organization forbids budgets", () => {
    const without = synthesized("prod", { monthlyBudget: false });
    expect(without.all("AWS::Budgets::Budget")).toEqual([]);
    const policies = JSON.stringify(without.all("AWS::SNS::TopicPolicy"));
    expect(policies).not.toContain("budgets.amazonaws.com");
  });

  it("set the number of concurrent batches of decks and bookmarks", () => {
    const of = (made: typeof stack) =>
      made
        .some("AWS::Lambda::EventSourceMapping")
        .map(([, { Properties }]) => Properties.ScalingConfig.MaximumConcurrency);
    expect(of(stack).filter((batches) => batches !== 2)).toEqual([7, 7]);
    // Lambda's minimum: many new accounts have a concurrency of ten in total.
    expect(new Set(of(synthesized()))).toEqual(new Set([2]));
  });

  it("set the retention of every log", () => {
    for (const [, { Properties }] of stack.some("AWS::Logs::LogGroup")) expect(Properties.RetentionInDays).toBe(7);
  });

  it("size the throttle of people's routes, and of no other", () => {
    for (const [, { Properties }] of stack.some("AWS::ApiGatewayV2::Stage")) {
      expect(Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 34, ThrottlingBurstLimit: 340 });
      const [[, usual] = []] = synthesized().some("AWS::ApiGatewayV2::Stage");
      expect(usual?.Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 1, ThrottlingBurstLimit: 100 });
      expect(Properties.RouteSettings).toEqual(usual?.Properties.RouteSettings);
    }
  });
});

describe("a stage with names of its own for site and API", () => {
  const site = { name: "alice.example", certificateArn: named("alice.example").certificateArn };
  const api = { name: "api.alice.example", certificateArn: named("api.alice.example", "eu-west-1").certificateArn };
  const stack = synthesized("prod", { domain: { site, api } });
  const { SiteUrl, SiteDomain, ApiUrl, ApiDomain } = outputsOf({ domain: { site, api } });

  it("has them as domains, with TLS 1.2 at least", () => {
    const [[, distribution] = []] = stack.some("AWS::CloudFront::Distribution");
    expect(distribution?.Properties.DistributionConfig).toMatchObject({
      Aliases: [site.name],
      ViewerCertificate: {
        AcmCertificateArn: site.certificateArn,
        MinimumProtocolVersion: "TLSv1.2_2021",
        SslSupportMethod: "sni-only",
      },
    });
    const [[domain, { Properties }] = ["", { Properties: {} }]] = stack.some("AWS::ApiGatewayV2::DomainName");
    expect(Properties).toMatchObject({
      DomainName: api.name,
      DomainNameConfigurations: [{ CertificateArn: api.certificateArn, SecurityPolicy: "TLS_1_2" }],
    });
    const [[, mapping] = []] = stack.some("AWS::ApiGatewayV2::ApiMapping");
    expect(mapping?.Properties).toMatchObject({ DomainName: { Ref: domain }, Stage: "$default" });
    expect(ApiDomain).toEqual({ Value: { "Fn::GetAtt": [domain, "RegionalDomainName"] } });
  });

  it("has their targets in its outputs, and accepts them as its own", () => {
    expect(SiteUrl).toEqual({ Value: "https://alice.example" });
    expect(SiteDomain).toEqual(outputsOf({}).SiteDomain);
    expect(plausibleText(ApiUrl?.Value)).toMatch(/^https:\/\/PlatformApiDomain/);
    const urls = stack
      .some("AWS::Lambda::Function")
      .flatMap(([, { Properties }]) => Properties.Environment?.Variables.SITE_URL ?? []);
    expect(new Set(urls)).toEqual(new Set(["https://alice.example"]));
  });

  it("is still called by CloudFront under the API's own name", () => {
    const hosts = (of: typeof stack) =>
      of.some("AWS::CloudFront::Distribution").map(([, each]) => each.Properties.DistributionConfig.Origins);
    expect(hosts(stack)).toEqual(hosts(synthesized()));
  });
});

describe("a stage whose site has an address of its own", () => {
  const { SiteUrl, SiteDomain } = outputsOf({ site: { url: "https://alice.example" } });

  it("has it and CloudFront's address in its outputs", () => {
    expect(SiteUrl).toEqual({ Value: "https://alice.example" });
    expect(SiteDomain).toEqual({ Value: { "Fn::GetAtt": [expect.stringMatching(/^SiteDistribution/), "DomainName"] } });
    expect(outputsOf({}).SiteUrl).toEqual({ Value: { "Fn::Join": ["", ["https://", SiteDomain?.Value]] } });
  });
});

describe("synth", () => {
  /** The input of the CDK's command line: the names of the stacks, and the lookups that they would need in an account. */
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

  it("makes the production stage by default, without an account or the network", () => {
    expect(assemblyOf(invariantContext())).toEqual({
      stacks: ["magpie-prod"],
      lookups: [],
      environments: ["aws://unknown-account/unknown-region"],
    });
  });

  it("makes the stage in the context", () => {
    expect(assemblyOf({ ...invariantContext(), stage: "dev" }).stacks).toEqual(["magpie-dev"]);
  });
});
