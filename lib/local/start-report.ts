import type { Statement } from "../policies/policies.ts";
import { hasUnsupportedCondition } from "./access/policies.ts";
import type { ResourcePolicies } from "./access/resource-policies.ts";
import type { LocalAlarms } from "./alarms/local-alarms.ts";
import type { Engines } from "./engines.ts";
import { isCustomResource } from "./functions/custom-resources.ts";
import type { LocalOptions } from "./options.ts";
import type { Outputs } from "./outputs.ts";

/** Resource types that the runner emulates. */
const EMULATED = new Set([
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::Authorizer",
  "AWS::ApiGatewayV2::Integration",
  "AWS::ApiGatewayV2::Route",
  "AWS::CloudFront::Distribution",
  "AWS::CloudFront::Function",
  "AWS::CloudFront::OriginRequestPolicy",
  "AWS::CloudFront::ResponseHeadersPolicy",
  "AWS::CloudWatch::Alarm",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolClient",
  "AWS::Cognito::UserPoolDomain",
  "AWS::Cognito::UserPoolResourceServer",
  "AWS::DynamoDB::Table",
  "AWS::IAM::Role",
  "AWS::Lambda::EventInvokeConfig",
  "AWS::Lambda::EventSourceMapping",
  "AWS::Lambda::Function",
  "AWS::Logs::LogGroup",
  "AWS::Logs::MetricFilter",
  "AWS::Logs::QueryDefinition",
  "AWS::S3::Bucket",
  "AWS::S3::BucketPolicy",
  "AWS::SNS::Subscription",
  "AWS::SNS::Topic",
  "AWS::SNS::TopicPolicy",
  "AWS::SQS::Queue",
  "AWS::SQS::QueuePolicy",
  "AWS::Scheduler::Schedule",
  "AWS::SecretsManager::Secret",
]);

export interface Started {
  readonly engines: Pick<Engines, "template" | "tables" | "queues" | "buckets">;
  readonly statements: ReadonlyMap<string, readonly Statement[]>;
  readonly policies: ResourcePolicies;
  readonly alarms: LocalAlarms;
  readonly outputs: Outputs;
  readonly folder: string;
  readonly options: Pick<LocalOptions, "timeScale" | "pageSource" | "egressMap">;
}

/** What runs, where, and which resources of the template are not emulated. */
export function startReport(started: Started): string {
  const { engines, statements, policies, alarms } = started;
  const lines = whatRuns(started);
  const missing = [...engines.template.types()]
    .filter(([type]) => !EMULATED.has(type) && !isCustomResource(type))
    .sort();
  const unsupported = [...statements, ...policies.all()].filter(([, list]) => list.some(hasUnsupportedCondition));
  const width = Math.max(...lines.map(([what]) => what.length));
  return [
    "Magpie on this machine, from the synthesized template:",
    ...lines.map(([what, where]) => `  ${what.padEnd(width)}  ${where}`),
    "Not emulated (in the template, without effect here):",
    ...missing.map(([type, count]) => `  ${type}${count > 1 ? ` × ${count}` : ""}`),
    "  throttling of AWS::ApiGatewayV2::Stage",
    ...unsupported.map(([owner]) => `  conditions in the policies of ${owner} are not judged`),
    ...alarms.withoutEffect().map((what) => `  ${what}`),
    "",
  ].join("\n");
}

function whatRuns({ engines, outputs, folder, options }: Started): readonly (readonly [what: string, where: string])[] {
  const { egressMap } = options;
  return [
    ["API", outputs.api_url],
    ["site", outputs.site_url],
    ["signing in", `${outputs.api_url}/oauth2/authorize, for a browser that has opened the console's address`],
    ["description of the API", `${outputs.site_url}/docs`],
    ["DynamoDB, SQS, S3, SES, CloudWatch, its Logs, Secrets Manager, Lambda", outputs.dynamodb_endpoint],
    ["data folder", folder],
    ["tables", engines.tables.join(", ")],
    ["queues", engines.queues.map(({ name }) => name).join(", ")],
    ["buckets", engines.buckets.join(", ")],
    ["functions", outputs.functions.join(", ")],
    ["alarms", `${outputs.api_url}/_local/alarms`],
    ["mails", `${outputs.mail.url}/store`],
    ["schedules", outputs.schedules.join(", ")],
    ["time scale", String(options.timeScale)],
    ["pages of Mercari", options.pageSource],
    ["outside world", egressMap === undefined ? "real" : `only ${Object.keys(egressMap).join(", ")}`],
  ];
}
