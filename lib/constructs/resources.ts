import { Aws } from "aws-cdk-lib";
import type { EnvironmentContract } from "../../lambdas/shared/env.ts";
import type { ResourceUse } from "../../lambdas/shared/resource-use.ts";
import type { Grant } from "./grant.ts";

type Kind = "table" | "queue" | "bucket" | "secret" | "function";

interface Resource {
  readonly value: string;
  /** Empty for a secret that the stage does not have: no role names it. */
  readonly arn: string;
}

/** The resources and settings of a stage that functions name in their declarations (lambdas/shared/resource-use.ts). */
export class Resources {
  readonly #resources = new Map<string, Resource>();
  readonly #settings: Record<string, string> = {};

  /** Registers a resource. @param name without the stage */
  add(kind: Kind, name: string, resource: Resource): void {
    this.#resources.set(`${kind} ${name}`, resource);
  }

  /** Registers a secret that operators create. @param secret its name in Secrets Manager; undefined without one */
  addSecret(name: string, secret: string | undefined): void {
    const secrets = `arn:${Aws.PARTITION}:secretsmanager:${Aws.REGION}:${Aws.ACCOUNT_ID}:secret`;
    // Secrets Manager appends six characters to the name.
    this.add("secret", name, { value: secret ?? "", arn: secret === undefined ? "" : `${secrets}:${secret}-??????` });
  }

  /** Sets settings of the stage, by the variable that holds each. */
  set(settings: Readonly<Record<string, string>>): void {
    Object.assign(this.#settings, settings);
  }

  /**
   * The variables of a function.
   *
   * @param own the values of settings that the stage does not know
   * @throws Error for a setting without a value, or a resource that is not in the stack, or not yet
   */
  environment(uses: EnvironmentContract, own: Readonly<Record<string, string | undefined>>): Record<string, string> {
    const values = Object.entries(uses).map(([name, variable]) => {
      const value = "_zod" in variable ? (own[name] ?? this.#settings[name]) : this.#find(variable).value;
      if (value === undefined)
        throw new Error(`Variable ${name} has no value: add it to \`settings\` of its function.`);
      return [name, value];
    });
    return Object.fromEntries(values);
  }

  grants(uses: EnvironmentContract): Grant[] {
    return Object.values(uses)
      .flatMap((variable) => ("_zod" in variable ? [] : grantsOf(variable, this.#find(variable).arn)))
      .filter(({ actions, resources }) => actions.length > 0 && resources.length > 0);
  }

  /** The ARNs of a kind of resources. @param names of those that are wanted; of all without it */
  arnsOf(kind: Kind, names?: readonly string[]): string[] {
    return [...this.#resources].flatMap(([key, { arn }]) => {
      const [of, name = ""] = key.split(" ");
      return of === kind && (names?.includes(name) ?? true) ? [arn] : [];
    });
  }

  #find(use: ResourceUse): Resource {
    const [kind, name] = identityOf(use);
    const found = this.#resources.get(`${kind} ${name}`);
    if (found !== undefined) return found;
    throw new Error(`The stack has no ${kind} ${name}: create it before the functions that use it.`);
  }
}

function identityOf(use: ResourceUse): readonly [kind: Kind, name: string] {
  if ("table" in use) return ["table", use.table];
  if ("queue" in use) return ["queue", use.queue];
  if ("bucket" in use) return ["bucket", use.bucket];
  if ("secret" in use) return ["secret", use.secret];
  return ["function", use.invokes];
}

const QUEUE_ACTIONS = {
  sends: ["sqs:SendMessage"],
  resends: ["sqs:SendMessage", "sqs:GetQueueAttributes"],
  // For the back-off, the worker changes when a failed message is received again.
  receives: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ChangeMessageVisibility"],
};

/** The exact actions and resources of a use. */
function grantsOf(use: ResourceUse, arn: string): Grant[] {
  if ("table" in use) {
    const indexes = use.queries?.map((index) => `${arn}/index/${index}`) ?? [];
    return [
      { actions: use.does.map((action) => `dynamodb:${action}`), resources: [arn] },
      { actions: ["dynamodb:Query"], resources: indexes },
    ];
  }
  if ("queue" in use) return use.does.map((action) => ({ actions: QUEUE_ACTIONS[action], resources: [arn] }));
  if ("bucket" in use) {
    const lists = (action: string) => action.startsWith("List");
    const ofBucket = use.does.filter(lists).map((action) => `s3:${action}`);
    const ofObjects = use.does.filter((action) => !lists(action)).map((action) => `s3:${action}`);
    return [
      { actions: ofObjects, resources: use.objects.map((key) => `${arn}/${key}`) },
      { actions: ofBucket, resources: [arn] },
    ];
  }
  if ("secret" in use) return [{ actions: ["secretsmanager:GetSecretValue"], resources: arn === "" ? [] : [arn] }];
  return [{ actions: ["lambda:InvokeFunction"], resources: [arn] }];
}
