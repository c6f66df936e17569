import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { PresignedAddress } from "../emulators/aws-endpoint.ts";
import { arn } from "../template/identities.ts";
import type { ResolvedResource, Template } from "../template/template.ts";
import type { LocalFunction } from "./local-function.ts";

export interface CustomResourcesOptions {
  readonly template: Template;
  /** By ARN. */
  readonly functions: ReadonlyMap<string, LocalFunction>;
  /** Holds the properties with which each resource was deployed last. */
  readonly database: DatabaseSync;
  /** Makes the address to which a function sends its answer. */
  readonly presigned: () => PresignedAddress;
}

/** A function's answer to a request ("Custom resource response objects"). */
interface Answer {
  readonly Status: "SUCCESS" | "FAILED";
  readonly Reason?: string;
}

/**
 * Creates the custom resources of the template, and updates those whose properties have changed since the last start, by
 * the same requests to the same functions as CloudFormation.
 */
export class CustomResources {
  readonly #options: CustomResourcesOptions;
  #deployed: Promise<void> | undefined;
  /** The end of the latest deployment: deployments run one after another. */
  #last: Promise<unknown> = Promise.resolve();
  /** Of functions whose code has changed since the start: a mark of the present code, by ARN. */
  readonly #editions = new Map<string, string>();

  constructor(options: CustomResourcesOptions) {
    this.#options = options;
    options.database.exec(
      "CREATE TABLE IF NOT EXISTS custom_resources (id TEXT PRIMARY KEY, properties TEXT NOT NULL)",
    );
  }

  /**
   * Resolves when every custom resource is as the template says. The first call begins the work, not the start of the
   * runner: most starts do not need what it brings, and it takes as long as the rest of a start.
   *
   * @throws Error with the function's reason when a resource can't be deployed; the next call tries again
   */
  ensureDeployed(): Promise<void> {
    this.#deployed ??= this.#begin();
    return this.#deployed;
  }

  /**
   * Has the resources that a function deploys deployed again, by its present code, when they are wanted next. The next
   * start of the runner deploys them once more, since their code may be another one by then.
   *
   * @returns whether the function deploys any
   */
  noteCodeChange(functionArn: string): boolean {
    this.#editions.set(functionArn, randomUUID());
    this.#deployed = undefined;
    return this.#resources().some(([, { properties }]) => properties.ServiceToken === functionArn);
  }

  #begin(): Promise<void> {
    const deployment = this.#last.then(() => this.#deployAll());
    this.#last = deployment.catch(() => {
      if (this.#deployed === deployment) this.#deployed = undefined;
    });
    return deployment;
  }

  async #deployAll(): Promise<void> {
    for (const [type, resource] of this.#resources()) await this.#deploy(type, resource);
  }

  #resources(): readonly (readonly [type: string, ResolvedResource])[] {
    const { template } = this.#options;
    const types = [...template.types().keys()].filter(isCustomResource);
    return types.flatMap((type) => template.ofType(type).map((resource) => [type, resource] as const));
  }

  async #deploy(type: string, { logicalId, properties: described }: ResolvedResource): Promise<void> {
    const { functions, database } = this.#options;
    const edition = this.#editions.get(String(described.ServiceToken));
    const properties = edition === undefined ? described : { ...described, Edition: edition };
    const wanted = JSON.stringify(properties);
    const stored = database.prepare("SELECT properties FROM custom_resources WHERE id = ?").get(logicalId)?.properties;
    if (stored === wanted) return;
    const deploying = functions.get(String(properties.ServiceToken));
    if (deploying === undefined) throw new Error(`The template has no function that deploys ${logicalId}.`);
    const { Status, Reason } = await this.#ask(deploying, {
      RequestType: stored === undefined ? "Create" : "Update",
      ResourceType: type,
      LogicalResourceId: logicalId,
      ResourceProperties: properties,
      ...(stored === undefined
        ? {}
        : { PhysicalResourceId: logicalId, OldResourceProperties: JSON.parse(String(stored)) }),
    });
    if (Status !== "SUCCESS") throw new Error(`${logicalId} can't be deployed: ${Reason}`);
    database.prepare("INSERT OR REPLACE INTO custom_resources (id, properties) VALUES (?, ?)").run(logicalId, wanted);
  }

  /** The function's answer. CloudFormation waits for it longer; here a function that has ended will not answer. */
  async #ask(deploying: LocalFunction, request: Readonly<Record<string, unknown>>): Promise<Answer> {
    const address = this.#options.presigned();
    try {
      await deploying.invoke({
        ...request,
        ResponseURL: address.url,
        StackId: arn("cloudformation", "stack/magpie-local/local"),
        RequestId: randomUUID(),
      });
      const body = address.received();
      if (body === undefined) throw new Error(`${deploying.definition.name} has not answered CloudFormation.`);
      return JSON.parse(body.toString()) as Answer;
    } finally {
      address.expire();
    }
  }
}

/** Whether a type of resource is one that a function of the template deploys. */
export function isCustomResource(type: string): boolean {
  return type.startsWith("Custom::") || type === "AWS::CloudFormation::CustomResource";
}
