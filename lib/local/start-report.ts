import type { Engines } from "./engines.ts";
import type { LocalOptions } from "./options.ts";
import type { Outputs } from "./outputs.ts";
import type { Statement } from "./policies.ts";

/** Types that the runner brings to life. */
const EMULATED = new Set([
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::Authorizer",
  "AWS::ApiGatewayV2::Integration",
  "AWS::ApiGatewayV2::Route",
  "AWS::CloudFront::Distribution",
  "AWS::CloudFront::OriginRequestPolicy",
  "AWS::CloudFront::ResponseHeadersPolicy",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolClient",
  "AWS::DynamoDB::Table",
  "AWS::IAM::Policy",
  "AWS::IAM::Role",
  "AWS::Lambda::EventInvokeConfig",
  "AWS::Lambda::EventSourceMapping",
  "AWS::Lambda::Function",
  "AWS::S3::Bucket",
  "AWS::SQS::Queue",
  "AWS::Scheduler::Schedule",
  "AWS::SecretsManager::Secret",
]);

/** What the report tells of. */
export interface Started {
  readonly engines: Pick<Engines, "template" | "tables" | "queues" | "buckets">;
  readonly statements: ReadonlyMap<string, readonly Statement[]>;
  readonly outputs: Outputs;
  readonly folder: string;
  readonly options: Pick<LocalOptions, "timeScale" | "pageSource" | "egressMap">;
}

/** The start report: what runs, where, and what of the template does not run here. */
export function startReport(started: Started): string {
  const { engines, statements } = started;
  const lines = whatRuns(started);
  const missing = [...engines.template.types()].filter(([type]) => !EMULATED.has(type)).sort();
  const conditional = [...statements].filter(([, list]) => list.some((statement) => statement.conditional));
  const width = Math.max(...lines.map(([what]) => what.length));
  return [
    "Magpie on this machine, from the synthesized template:",
    ...lines.map(([what, where]) => `  ${what.padEnd(width)}  ${where}`),
    "Not emulated (in the template, without effect here):",
    ...missing.map(([type, count]) => `  ${type}${count > 1 ? ` × ${count}` : ""}`),
    "  throttling of AWS::ApiGatewayV2::Stage, conditions of resource policies",
    ...conditional.map(([role]) => `  conditions in the role ${role} are not judged`),
    "",
  ].join("\n");
}

function whatRuns({ engines, outputs, folder, options }: Started): readonly (readonly [what: string, where: string])[] {
  const { egressMap } = options;
  return [
    ["API", outputs.api_url],
    ["site", outputs.site_url],
    ["DynamoDB, SQS, S3, SES, CloudWatch, Secrets Manager, Lambda", outputs.dynamodb_endpoint],
    ["data folder", folder],
    ["tables", engines.tables.join(", ")],
    ["queues", engines.queues.map(({ name }) => name).join(", ")],
    ["buckets", engines.buckets.join(", ")],
    ["functions", outputs.functions.join(", ")],
    ["mails", `${outputs.mail.url}/store`],
    ["schedules", outputs.schedules.join(", ")],
    ["time scale", String(options.timeScale)],
    ["pages of Mercari", options.pageSource],
    ["outside world", egressMap === undefined ? "real" : `only ${Object.keys(egressMap).join(", ")}`],
  ];
}
