import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filterPattern } from "../../lib/local/alarms/filter-pattern.ts";
import type { Resource } from "./synthesized.ts";
import { logicalId, plausibleText, ROOT, synthesized } from "./synthesized.ts";

const stack = synthesized();
const alarms = stack.some("AWS::CloudWatch::Alarm");
const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");

/** The runbook's sections. An alarm's name is the heading of its section, or of its part of one for alarms of a kind. */
const sections = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string] => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), section.slice(end)];
    }),
);

/** The headings that are names of alarms: they are kebab-case, all other headings are words. */
const headings = Array.from(runbook.matchAll(/^###? ([a-z0-9-]+)$/gm), ([, heading]) => String(heading));

/** Metrics that come from log lines. */
const counted = stack
  .some("AWS::Logs::MetricFilter")
  .flatMap(([, filter]) => filter.Properties.MetricTransformations)
  .map(({ MetricNamespace, MetricName }) => `${MetricNamespace} ${MetricName}`);

/** The metrics of an alarm: its only metric, or those of its expression. */
function metricsOf(alarm: Resource["Properties"]) {
  if (alarm.Metrics === undefined) return [alarm];
  // biome-ignore lint/suspicious/noExplicitAny: a part of the template.
  return alarm.Metrics.flatMap(({ MetricStat }: any) => (MetricStat === undefined ? [] : [MetricStat.Metric]));
}

/** The alarms on a metric whose only dimension names a resource. */
function alarmsOn(metric: string, id: string) {
  return alarms
    .map(([, alarm]) => alarm.Properties)
    .filter(
      ({ MetricName, Dimensions = [] }) =>
        MetricName === metric && Dimensions.some((dimension: { Value: unknown }) => logicalId(dimension.Value) === id),
    );
}

const mails = synthesized("prod", { alarmEmail: "on-call@magpie.example" })
  .some("AWS::SNS::Subscription")
  .map(([, { Properties }]) => Properties);

const site = plausibleText(stack.assembly.getStackArtifact(`magpie-${stack.stage}`).template.Outputs.SiteUrl.Value);

/** The function that makes a notice of an urgent alarm; undefined without the setting. */
const [noting] =
  stack.some("AWS::Lambda::Function").find(([, of]) => of.Properties.Description === "lambdas/notices/on-alarm.ts") ??
  [];

it("invokes the function that makes notices when it is urgent, and only then, if the settings want it", () => {
  const invoking = alarms.filter(([, { Properties }]) => Properties.AlarmActions.length > 1);
  const urgent = alarms.filter(([, { Properties }]) =>
    Properties.Tags.some(({ Key, Value }: { Key: string; Value: string }) => Key === "severity" && Value === "urgent"),
  );
  expect(invoking).toEqual(noting === undefined ? [] : urgent);
  const permitted = stack
    .all("AWS::Lambda::Permission")
    .filter(([, { Properties }]) => logicalId(Properties.FunctionName) === noting && noting !== undefined)
    .map(
      ([
        ,
        {
          Properties: { Principal, SourceArn },
        },
      ]) => [Principal, plausibleText(SourceArn)],
    );
  const ours = expect.stringMatching(new RegExp(`^arn:[^:]+(::Partition)?:cloudwatch:.+:alarm:${stack.stage}-\\*$`));
  expect(permitted).toEqual(noting === undefined ? [] : [["lambda.alarms.cloudwatch.amazonaws.com", ours]]);
});

describe.each(alarms)("alarm %s", (_, { Properties }) => {
  const name = stack.withoutStage(Properties.AlarmName);
  const description = plausibleText(Properties.AlarmDescription);
  const [, impact = "", link = ""] = /^(.*) Runbook: (https:\/\/\S+)$/.exec(description) ?? [];

  it("mails when it fires and when it clears, but not when it is first evaluated after a deployment", () => {
    expect(Properties.ActionsEnabled).not.toBe(false);
    expect(Properties.InsufficientDataActions ?? []).toEqual([]);
    const filters = [Properties.AlarmActions, Properties.OKActions].map(([action, ...functions]) => {
      expect(functions.map(logicalId)).toEqual(functions.map(() => noting));
      const [topic] = stack.target(action, "AWS::SNS::Topic");
      const [subscription, ...others] = mails.filter(({ TopicArn }) => logicalId(TopicArn) === topic);
      expect(others).toEqual([]);
      return [subscription?.FilterPolicyScope, subscription?.FilterPolicy];
    });
    // The first evaluation leaves INSUFFICIENT_DATA, and runs the OK action. Nothing may filter the mail of an alarm.
    expect(filters).toEqual([
      [undefined, undefined],
      ["MessageBody", { OldStateValue: ["ALARM"] }],
    ]);
  });

  it("has its impact, and a link to its section of the runbook", () => {
    expect(impact).toMatch(/^[A-Z].{20,}\.$/);
    // The page's anchors are those of its headings (test/site/guide-pages.test.ts).
    expect(link).toBe(`${site}/docs/runbook#${name}`);
  });

  it("fires on missing data only if missing data is the fault", () => {
    expect(Properties.TreatMissingData).toBe(name.endsWith("-silent") ? "breaching" : "notBreaching");
  });

  it("does not count the time before a first run as missing data", () => {
    if (Properties.TreatMissingData !== "breaching") return;
    const { WarmUpPeriodDurationInMinutes: minutes } = Properties.WarmUpConfiguration;
    const evaluatedMinutes = (Properties.Period / 60) * Properties.EvaluationPeriods;
    expect(minutes).toBeGreaterThanOrEqual(Math.min(evaluatedMinutes + 1, 2_880));
    // CloudWatch's longest evaluation.
    expect(minutes).toBeLessThanOrEqual(2_880);
  });

  it("watches an existing resource", () => {
    for (const { Namespace, MetricName, Dimensions } of metricsOf(Properties)) {
      if (Namespace.startsWith("Magpie/")) {
        expect(counted).toContain(`${Namespace} ${MetricName}`);
      } else if (`${Namespace} ${MetricName}` !== "AWS/Lambda Throttles") {
        // The concurrency of all functions of the account is the only metric without a dimension.
        if (Namespace === "AWS/CloudFront") expect(Dimensions).toContainEqual({ Name: "Region", Value: "Global" });
        const ours = (Dimensions ?? []).filter(({ Name }: { Name: string }) => Name !== "Region");
        expect(ours).toHaveLength(1);
        expect(stack.resources.has(logicalId(ours[0].Value) ?? "")).toBe(true);
      }
    }
  });

  it("does not fire for a share or an average of a few events", () => {
    for (const { Expression } of Properties.Metrics ?? []) {
      // A sum is neither.
      const sum = /^FILL\(\w+, 0\)( \+ FILL\(\w+, 0\))*$/;
      if (Expression !== undefined && !sum.test(Expression))
        expect(Expression).toMatch(/^IF\(FILL\(\w+, 0\) >= ([5-9]|\d\d+), .+, 0\)$/);
    }
  });
});

it("exists only if CloudWatch has the metric that it reads", () => {
  const conditional = alarms.filter(([, { Condition }]) => Condition !== undefined);
  const onCloudFront = alarms.filter(([, { Properties }]) =>
    metricsOf(Properties).some(({ Namespace }: { Namespace: string }) => Namespace === "AWS/CloudFront"),
  );
  expect(onCloudFront.length).toBeGreaterThan(0);
  expect(conditional.map(([id]) => id)).toEqual(onCloudFront.map(([id]) => id));
});

it("is the same catalogue in the runbook and in the template", () => {
  const names = alarms.map(([, alarm]) => stack.withoutStage(alarm.Properties.AlarmName));
  const add =
    "docs/runbook.md: npx vitest run test/infra -u writes the sections of queues and schedules; write the others";
  expect(headings.sort(), add).toEqual(names.sort());
});

const forAlarms = [...sections].filter(([heading, text]) =>
  headings.some((name) => heading === name || text.includes(`\n### ${name}\n`)),
);

describe.each(forAlarms)("runbook section %s", (_, text) => {
  it("has the alarm's meaning, its impact, the diagnosis and the remedy", () => {
    const parts = new Map(
      text.split(/^\*\*(?=[A-Z])/m).map((part): [string, string] => {
        const end = part.indexOf(".**");
        return [part.slice(0, end), part.slice(end + 3).trim()];
      }),
    );
    for (const name of ["What it means", "What users notice", "Diagnose", "Fix"]) {
      expect(parts.get(name)?.length, name).toBeGreaterThan(20);
    }
  });
});

it("has no section of the runbook twice", () => {
  const headings = [...runbook.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([...new Set(headings)]);
});

/** The metrics that count lines of a function's log group, by its entry. */
function countedOf(entry: string): readonly string[] {
  const [, { Properties }] = stack
    .some("AWS::Lambda::Function")
    .find(([, of]) => of.Properties.Description === entry) ?? ["", { Properties: {} }];
  return stack
    .some("AWS::Logs::MetricFilter")
    .filter(([, filter]) => logicalId(filter.Properties.LogGroupName) === logicalId(Properties.LoggingConfig.LogGroup))
    .map(([, filter]) => filter.Properties.MetricTransformations[0].MetricName);
}

/** An alarm by its name without the stage. */
const named = (name: string) =>
  alarms.map(([, { Properties }]) => Properties).find(({ AlarmName }) => stack.withoutStage(AlarmName) === name);

/** The entry of the function that reads a queue; undefined for a dead-letter queue. */
function readerOf(queue: string): string | undefined {
  const source = stack
    .some("AWS::Lambda::EventSourceMapping")
    .find(([, { Properties }]) => logicalId(Properties.EventSourceArn) === queue);
  if (source === undefined) return undefined;
  return stack.target(source[1].Properties.FunctionName, "AWS::Lambda::Function")[1].Properties.Description;
}

const deadLetterQueues = stack
  .some("AWS::SQS::Queue")
  .filter(([, queue]) => queue.Properties.QueueName.endsWith("-dlq"));

it.each(deadLetterQueues)("fires while %s holds a message", (id, { Properties: { QueueName } }) => {
  expect(alarmsOn("ApproximateNumberOfMessagesVisible", id)).toEqual([
    expect.objectContaining({
      AlarmName: `${QueueName}-depth`,
      Statistic: "Maximum",
      ComparisonOperator: "GreaterThanThreshold",
      Threshold: 0,
      EvaluationPeriods: 1,
    }),
  ]);
});

it.each(deadLetterQueues)("fires for a message that comes into %s", (id) => {
  const isSent = stack
    .all("AWS::Scheduler::Schedule")
    .some(([, schedule]) => logicalId(schedule.Properties.Target.DeadLetterConfig?.Arn) === id);
  if (isSent) {
    expect(alarmsOn("NumberOfMessagesSent", id)).toEqual([
      expect.objectContaining({ Namespace: "AWS/SQS", Statistic: "Sum", Threshold: 1, EvaluationPeriods: 12 }),
    ]);
    return;
  }
  // SQS does not count the messages that it dead-letters itself, so the worker of the queue does, and its crashes.
  const [source] = stack
    .some("AWS::SQS::Queue")
    .filter(([, { Properties }]) => logicalId(Properties.RedrivePolicy?.deadLetterTargetArn) === id);
  const counted = countedOf(String(readerOf(String(source?.[0]))));
  expect(counted).toEqual(expect.arrayContaining(["dead-letters", "work-given-up", "workers-crashing"]));
  expect(named("dead-letters")).toMatchObject({ MetricName: "dead-letters", Statistic: "Sum", Threshold: 1 });
});

describe.each(stack.some("AWS::Lambda::EventSourceMapping"))("what %s reads", (_, source) => {
  const [id] = stack.target(source.Properties.EventSourceArn, "AWS::SQS::Queue");

  it("has an alarm, from reconcile or the queue's metrics, for when it is not read; a backlog that moves is not stuck", () => {
    const reconcile = "lambdas/operations/on-schedule.ts";
    const [, role] = stack.target(
      stack.some("AWS::Lambda::Function").find(([, of]) => of.Properties.Description === reconcile)?.[1].Properties
        .Role,
      "AWS::IAM::Role",
    );
    const isAsked = role.Properties.Policies[0].PolicyDocument.Statement.some(
      ({ Action, Resource: on }: { Action: string | string[]; Resource: unknown }) =>
        [Action].flat().includes("sqs:GetQueueAttributes") && [on].flat().some((arn) => logicalId(arn) === id),
    );
    if (isAsked) {
      expect(countedOf(reconcile)).toContain("queues-stuck");
      // Four of the six runs in half an hour.
      expect(named("queues-stuck")).toMatchObject({ MetricName: "queues-stuck", Period: 1_800, Threshold: 4 });
      return;
    }
    // Its backlogs are bounded: for `recommendation-metadata` 1,000 refreshes of 30 s, two at a time, are less than the six hours.
    const stuck = { Statistic: "Minimum", Period: 3_600, EvaluationPeriods: 6, Threshold: 1 };
    const repair = "Give its WorkQueue in lib a `stuckImpact`, or its work items a part in the feature's reconcile.ts";
    expect(alarmsOn("ApproximateNumberOfMessagesVisible", id), repair).toEqual([expect.objectContaining(stuck)]);
  });
});

it("judges no queue by the age of a message", () => {
  const metrics = alarms.flatMap(([, { Properties }]) =>
    metricsOf(Properties).map(({ MetricName }: Resource["Properties"]) => MetricName),
  );
  expect(metrics.length).toBeGreaterThan(30);
  expect(metrics).not.toContain("ApproximateAgeOfOldestMessage");
});

/** Functions whose caller shows their failures, by entry, each with how. */
const SHOWN_BY_THE_CALLER: Readonly<Record<string, string>> = {
  "lambdas/issuer/on-token.ts": "Cognito invokes it: it gives no token then, which it tells the person who signs in.",
  "lambdas/site/on-deploy.ts": "CloudFormation invokes it: its failure fails the deployment, which tells the reason.",
};

it.each(stack.some("AWS::Lambda::Function"))("fires for the first error of %s", (_, { Properties }) => {
  const entry: string = Properties.Description;
  const isShown = /^lambdas\/\w+\/api\.ts$/.test(entry) || entry in SHOWN_BY_THE_CALLER;
  const { Metrics = [], Threshold } = named("functions-failing") ?? {};
  expect(Threshold).toBe(1);
  const summed = metricsOf({ Metrics }).map(({ MetricName }: Resource["Properties"]) => MetricName);
  expect(countedOf(entry).some((metric) => summed.includes(metric))).toBe(!isShown);
});

describe("the API", () => {
  const [[api] = []] = stack.some("AWS::ApiGatewayV2::Api");
  it("warns of the first server error, a function's crash included, and is urgent from the fifth of an hour on", () => {
    const fires = alarmsOn("5xx", String(api)).map(({ AlarmName, Threshold, Period }) => [
      stack.withoutStage(AlarmName),
      Threshold,
      Period,
    ]);
    expect(fires).toEqual(
      expect.arrayContaining([
        ["api-5xx", 5, 3_600],
        ["api-5xx-any", 1, 3_600],
      ]),
    );
  });

  it("warns when the gateway refuses requests itself, by the line that it writes for each", () => {
    const [[, filter] = [], ...others] = stack
      .some("AWS::Logs::MetricFilter")
      .filter(
        ([, { Properties }]) => Properties.MetricTransformations[0].MetricName === named("api-throttled")?.MetricName,
      );
    expect(others).toEqual([]);
    const [, gateway] = stack.some("AWS::ApiGatewayV2::Stage")[0] ?? [];
    const { DestinationArn, Format } = gateway?.Properties.AccessLogSettings ?? {};
    expect(logicalId(filter?.Properties.LogGroupName)).toBe(logicalId(DestinationArn));
    const matches = filterPattern(filter?.Properties.FilterPattern);
    const line = (more: object) => ({ ...JSON.parse(Format), error: "-", ...more });
    // The features' own limits answer 429 as well: the gateway has no error then.
    expect(matches(line({ status: "429", error: "Too Many Requests" }))).toBe(true);
    expect(matches(line({ status: "429" }))).toBe(false);
    expect(matches(line({ status: "401", error: "Unauthorized" }))).toBe(false);
  });
});

it.each(stack.some("AWS::Scheduler::Schedule"))("fires when %s starts nothing", (_, schedule) => {
  const [target] = stack.target(schedule.Properties.Target.Arn, "AWS::Lambda::Function");
  expect(alarmsOn("Invocations", target)).toEqual([
    expect.objectContaining({ ComparisonOperator: "LessThanThreshold", Threshold: 1, TreatMissingData: "breaching" }),
  ]);
});

describe("log codes", () => {
  const sources = globSync("lambdas/**/*.ts", { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), "utf8"));
  const written = new Set(
    sources.flatMap((source) => [...source.matchAll(/log\.\w+\(\s*"(\w+)"/g)].map(([, code]) => code)),
  );
  const workItems = globSync("lambdas/*/reconcile.ts", { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/\bname: "(\w+)"/g)].map(([, word]) => String(word)),
  );
  /** The first words of the rows of tables. */
  const explainedIn = (text: string) => [...text.matchAll(/^\| `(\w+)` +\|/gm)].map(([, word]) => String(word));

  it("are counted only if the code writes them", () => {
    for (const [, filter] of stack.some("AWS::Logs::MetricFilter")) {
      const { FilterPattern } = filter.Properties;
      const codes = [...FilterPattern.matchAll(/\$\.message = "(\w+)"/g)].map(([, code]) => code);
      // Lambda's own lines and the API's have no code.
      if (!/\$\.(type|status) = /.test(FilterPattern)) expect(codes.length, FilterPattern).toBeGreaterThan(0);
      for (const code of codes) expect(written, FilterPattern).toContain(code);
    }
  });

  it("are in the runbook, all that the code writes and no other", () => {
    const explained = explainedIn(runbook).filter((word) => !workItems.includes(word));
    expect(new Set(explained), "docs/runbook.md, `Log codes`: add a row for each code, or take it out").toEqual(
      written,
    );
  });

  it("of reconcile name work items, and the runbook explains for each the effect of giving it up", () => {
    const explained = explainedIn(sections.get("reconcile-gave-up") ?? "");
    expect(explained.sort(), "docs/runbook.md, `reconcile-gave-up`: add a row for each work item").toEqual(
      workItems.sort(),
    );
  });
});
