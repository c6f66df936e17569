import type { Statement } from "./policies.ts";
import type { Template } from "./template.ts";

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
  readonly template: Template;
  readonly statements: ReadonlyMap<string, readonly Statement[]>;
  readonly lines: readonly (readonly [what: string, where: string])[];
}

/** The start report: what runs, where, and what of the template does not run here. */
export function startReport({ template, statements, lines }: Started): string {
  const missing = [...template.types()].filter(([type]) => !EMULATED.has(type)).sort();
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
