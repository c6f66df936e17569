import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import type { TemplateResource } from "../release.ts";

/**
 * Properties that AWS keeps as they were at creation although the specification of CloudFormation does not mark them: it
 * calls a change an update, which then fails. By type, as their pages in the CloudFormation guide and the API's say.
 */
const UNMARKED: Readonly<Record<string, readonly string[]>> = {
  "AWS::Cognito::UserPool": ["AliasAttributes", "Schema", "UsernameAttributes", "UsernameConfiguration"],
  "AWS::DynamoDB::Table": ["LocalSecondaryIndexes"],
  "AWS::Logs::LogGroup": ["LogGroupClass"],
  // A schedule is looked up by its group and name, so that another group has no schedule to update.
  "AWS::Scheduler::Schedule": ["GroupName"],
};

/** What of a type never changes after its creation. */
export interface CreateOnly {
  /** Another value replaces the resource. */
  readonly replaced: readonly string[];
  /** Another value is refused, whatever the change set says. */
  readonly refused: readonly string[];
}

const specification = loadAwsServiceSpecSync();

/** @param type e.g. `AWS::SQS::Queue`; a type that CloudFormation does not specify has nothing that is fixed */
export function createOnly(type: string): CreateOnly {
  const properties = Object.entries(specified(type)?.properties ?? {});
  const marked = properties.filter(([, { causesReplacement = "no" }]) => causesReplacement !== "no");
  return { replaced: marked.map(([name]) => name).toSorted(), refused: UNMARKED[type] ?? [] };
}

/**
 * The properties by which AWS tells a resource from all others of its type, with their values: no second one can be made
 * while the first is there.
 *
 * @returns undefined where AWS or CloudFormation makes a name for each new one
 */
export function identity({ Type, Properties = {} }: TemplateResource): Record<string, unknown> | undefined {
  const kind = Type.split("::").at(-1);
  const identifiers = [specified(Type)?.primaryIdentifier ?? [], [`${kind}Name`], ["Name"]];
  const given = identifiers.find((names) => names.length > 0 && names.every((name) => name in Properties));
  if (given !== undefined) return Object.fromEntries(given.map((name) => [name, Properties[name]]));
  // CloudFront's policies and a budget have it one level below.
  const [within = "", fields = {}] =
    Object.entries<Record<string, unknown>>(Properties).find(([name]) => name === `${kind}Config` || name === kind) ??
    [];
  const name = ["Name", `${kind}Name`].find((field) => field in fields);
  return name === undefined ? undefined : { [within]: { [name]: fields[name] } };
}

function specified(type: string) {
  const [found] = specification.lookup("resource", "cloudFormationType", "equals", type);
  return found;
}
