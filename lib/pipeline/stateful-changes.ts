import { isDeepStrictEqual } from "node:util";

export interface ComparedTemplate {
  readonly Resources: Readonly<Record<string, ComparedResource>>;
}

type ComparedResource = { readonly Type: string } & Readonly<Record<string, unknown>>;

/** The types of resources that hold data which nothing can make again. */
const STATEFUL = new Set(["AWS::Cognito::UserPool", "AWS::DynamoDB::Table", "AWS::S3::Bucket"]);

/**
 * The changes of what holds data: a table, bucket or user pool of the deployed template that is missing, or that has
 * another property or policy. A new one changes none that has data.
 *
 * @returns one line for each changed resource
 */
export function statefulChanges(deployed: ComparedTemplate, next: ComparedTemplate): string[] {
  return Object.entries(deployed.Resources).flatMap(([id, before]) => {
    if (!STATEFUL.has(before.Type)) return [];
    const after = next.Resources[id];
    if (after?.Type !== before.Type) return [`${id} (${before.Type}) is removed`];
    const names = [...differences(before, after, ["Metadata"]), ...differences(record(before), record(after), [])];
    const changed = names.filter((name) => name !== "Properties");
    return changed.length === 0 ? [] : [`${id} (${before.Type}) changes: ${changed.join(", ")}`];
  });
}

/** What a stack is before its resources have all been made once. CREATE_FAILED is one whose creation goes on. */
const NEVER_MADE = new Set([undefined, "REVIEW_IN_PROGRESS", "CREATE_FAILED"]);

/**
 * Whether a deployment makes the stack, or goes on with its creation: then nothing that holds data can change, and a failure
 * is not to be rolled back (docs/deploy.md).
 *
 * @param status of the stack; undefined when there is none
 */
export function isFirstDeployment(status: string | undefined): boolean {
  return NEVER_MADE.has(status);
}

function record({ Properties = {} }: ComparedResource): Readonly<Record<string, unknown>> {
  return Properties as Readonly<Record<string, unknown>>;
}

/** The names of fields with other values. */
function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  ignored: readonly string[],
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !ignored.includes(name) && !isDeepStrictEqual(before[name], after[name]));
}
