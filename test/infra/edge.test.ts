import { describe, expect, it } from "vitest";
import type { Resource } from "./synthesized.ts";
import { plausibleText, synthesized } from "./synthesized.ts";

type Template = {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
};

const stacksOf = (settings?: Readonly<Record<string, unknown>>) =>
  synthesized("prod", settings).assembly.stacks.map(({ stackName, environment, template, dependencies }) => ({
    name: stackName,
    region: environment.region,
    template: template as Template,
    after: dependencies.map(({ id }) => id),
  }));

const here = { alarmEmail: "on-call@magpie.example", region: "us-east-1" };
const elsewhere = { ...here, region: "eu-central-1" };
const [firewall, main, edge] = stacksOf({ ...elsewhere, firewall: { requestsPerAddress: 500 } }).toSorted(
  (one, other) => order(one.name) - order(other.name),
);

function order(name: string): number {
  return ["magpie-prod-firewall", "magpie-prod", "magpie-prod-edge-eu-central-1"].indexOf(name);
}

const namesOf = (settings: Readonly<Record<string, unknown>>) => stacksOf(settings).map(({ name }) => name);

it("makes one stack in us-east-1, one more for what CloudFront has there only, and one more for a firewall", () => {
  expect(namesOf(here)).toEqual(["magpie-prod"]);
  expect(namesOf(elsewhere).sort()).toEqual(["magpie-prod", "magpie-prod-edge-eu-central-1"]);
  expect(namesOf({ ...here, firewall: {} }).sort()).toEqual(["magpie-prod", "magpie-prod-firewall"]);
  // It has none of the warnings.
  expect(namesOf({ ...elsewhere, alarms: "urgent" })).toEqual(["magpie-prod"]);
});

it("deploys the firewall first and the alarms last", () => {
  expect(main?.after).toContain("magpie-prod-firewall");
  expect(edge?.after).toContain("magpie-prod");
  expect([firewall?.region, main?.region, edge?.region]).toEqual(["us-east-1", "eu-central-1", "us-east-1"]);
});

/** The values that a template reads from other stacks. */
function read(value: unknown): { StackName: string; OutputName: string; Region: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, of]) => (key === "Fn::GetStackOutput" ? [of] : read(of)));
}

it("reads only outputs that the other stack has in the region that is named", () => {
  const stacks = [firewall, main, edge].flatMap((stack) => stack ?? []);
  const wanted = stacks.flatMap(({ template }) => read(template));
  expect(wanted.length).toBeGreaterThan(2);
  for (const { StackName, OutputName, Region } of wanted) {
    const producer = stacks.find(({ name }) => name === StackName);
    expect(producer?.region).toBe(Region);
    expect(Object.keys(producer?.template.Outputs ?? {})).toContain(OutputName);
  }
});

const all = (stack: typeof edge, type: string) =>
  Object.values(stack?.template.Resources ?? {}).filter(({ Type }) => Type === type);

describe("the alarms of a site whose stage is in another region", () => {
  const alarms = all(edge, "AWS::CloudWatch::Alarm").map(({ Properties }) => Properties);

  it("are those of us-east-1, under names of the stage and the region, and mail to the same address", () => {
    const conditional = all(main, "AWS::CloudWatch::Alarm").filter(({ Condition }) => Condition !== undefined);
    const names = conditional.map(({ Properties }) => `${Properties.AlarmName}-eu-central-1`);
    expect(names.length).toBe(2);
    expect(alarms.map(({ AlarmName }) => AlarmName).sort()).toEqual(names.sort());
    expect(all(edge, "AWS::SNS::Subscription").map(({ Properties }) => Properties.Endpoint)).toEqual([
      "on-call@magpie.example",
      "on-call@magpie.example",
    ]);
    for (const { Condition } of all(edge, "AWS::CloudWatch::Alarm")) expect(Condition).toBeUndefined();
  });

  it("have the names that the API reads there", () => {
    const text = all(main, "AWS::Lambda::Function")
      .map(({ Properties }) => Properties.Environment?.Variables.ALARM_REGIONS)
      .flatMap((of) => (of === undefined ? [] : plausibleText(of)))
      .join("");
    const [, there] = JSON.parse(text.replaceAll("AWS::Region", "eu-central-1"));
    expect(there.region).toBe(edge?.region);
    for (const { AlarmName } of alarms) expect(AlarmName.endsWith(there.suffix)).toBe(true);
  });

  it("read the metrics of the stage's distribution", () => {
    const metrics = alarms.flatMap((of) =>
      of.Metrics === undefined
        ? [of]
        : of.Metrics.flatMap(({ MetricStat }: Resource["Properties"]) => MetricStat?.Metric ?? []),
    );
    expect(metrics.length).toBe(3);
    for (const { Dimensions } of metrics) {
      expect(Dimensions).toEqual([
        {
          Name: "DistributionId",
          Value: { "Fn::GetStackOutput": expect.objectContaining({ OutputName: "SiteDistributionId" }) },
        },
        { Name: "Region", Value: "Global" },
      ]);
    }
  });
});

describe("the firewall", () => {
  const [acl] = all(firewall, "AWS::WAFv2::WebACL");

  it("blocks an address with more requests than the settings allow, and nobody else", () => {
    expect(acl?.Properties).toMatchObject({ Scope: "CLOUDFRONT", DefaultAction: { Allow: {} } });
    expect(acl?.Properties.Rules).toEqual([
      expect.objectContaining({
        Action: { Block: {} },
        Statement: { RateBasedStatement: expect.objectContaining({ Limit: 500, AggregateKeyType: "IP" }) },
      }),
    ]);
  });

  it("is before the distribution only where the settings want one", () => {
    const [distribution] = all(main, "AWS::CloudFront::Distribution");
    const { WebACLId } = distribution?.Properties.DistributionConfig ?? {};
    expect(WebACLId["Fn::GetStackOutput"]).toMatchObject({
      StackName: "magpie-prod-firewall",
      OutputName: "WebAclArn",
    });
    const [without] = all(stacksOf(here)[0], "AWS::CloudFront::Distribution");
    expect(without?.Properties.DistributionConfig.WebACLId).toBeUndefined();
  });
});
