import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { DescribeStacksCommand, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { GetFunctionConfigurationCommand } from "@aws-sdk/client-lambda";
import type { SNSClient } from "@aws-sdk/client-sns";
import { apiUses } from "../../../../lambdas/operations/uses.ts";
import { edgeStackName } from "../../../edge/edge-names.ts";
import { PrerequisiteMissing } from "../finding-of-error.ts";
import type { StageClients } from "./stage-clients.ts";

export interface DeployedStack {
  /** E.g. `UPDATE_COMPLETE`. */
  readonly status: string;
  readonly outputs: ReadonlyMap<string, string>;
}

export interface AlarmTopic {
  readonly topic: string;
  readonly sns: SNSClient;
}

const TOPIC = "AWS::SNS::Topic";

/** A deployed stage. Each request to AWS is made once; all checks share its result. */
export class DeployedStage {
  readonly name: string;
  readonly clients: StageClients;
  #stack: Promise<DeployedStack> | undefined;
  #resources: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  #variables: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(name: string, clients: StageClients) {
    this.name = name;
    this.clients = clients;
  }

  get stackName(): string {
    return `magpie-${this.name}`;
  }

  /** @throws the error of CloudFormation, for example that there is no such stack */
  describe(): Promise<DeployedStack> {
    this.#stack ??= this.#describe();
    return this.#stack;
  }

  /** @throws PrerequisiteMissing when there is no such stack, or it can't be described */
  async stack(): Promise<DeployedStack> {
    try {
      return await this.describe();
    } catch (cause) {
      throw new PrerequisiteMissing("The stack is not known", "stack", { cause });
    }
  }

  /** @throws PrerequisiteMissing when the stack has no such output */
  async readOutput(key: string): Promise<string> {
    const { outputs } = await this.stack();
    const value = outputs.get(key);
    if (value === undefined) {
      throw new PrerequisiteMissing(`The stack has no output ${key}`, "stack");
    }
    return value;
  }

  /** The physical ids of the stack's resources of a type. */
  async listResources(type: string): Promise<readonly string[]> {
    await this.stack();
    this.#resources ??= listResourcesOf(this.clients.cloudFormation, this.stackName);
    return (await this.#resources).get(type) ?? [];
  }

  /** The topics of all the stage's alarms; those on the site are in us-east-1, in a stack of their own. */
  async listAlarmTopics(): Promise<readonly AlarmTopic[]> {
    const { sns } = this.clients;
    const topics = (await this.listResources(TOPIC)).map((topic) => ({ topic, sns }));
    const regions = apiUses.ALARM_REGIONS.parse((await this.readVariables()).get("ALARM_REGIONS") ?? "[]");
    const own = await sns.config.region();
    for (const { region, suffix } of regions.filter((of) => of.region !== own)) {
      const there = this.clients.elsewhere(region);
      const resources = await listResourcesOf(there.cloudFormation, edgeStackName(this.stackName, suffix));
      topics.push(...(resources.get(TOPIC) ?? []).map((topic) => ({ topic, sns: there.sns })));
    }
    return topics;
  }

  /** The environment of all the stage's functions as one: a variable means the same in each that has it. */
  readVariables(): Promise<ReadonlyMap<string, string>> {
    this.#variables ??= this.#readVariables();
    return this.#variables;
  }

  async #describe(): Promise<DeployedStack> {
    const { Stacks = [] } = await this.clients.cloudFormation.send(
      new DescribeStacksCommand({ StackName: this.stackName }),
    );
    const outputs = (Stacks[0]?.Outputs ?? []).map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]);
    return {
      status: Stacks[0]?.StackStatus ?? "unknown",
      outputs: new Map(outputs as [string, string][]),
    };
  }

  async #readVariables(): Promise<ReadonlyMap<string, string>> {
    const names = await this.listResources("AWS::Lambda::Function");
    const configurations = await Promise.all(
      names.map((FunctionName) => this.clients.lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))),
    );
    return new Map(configurations.flatMap(({ Environment }) => Object.entries(Environment?.Variables ?? {})));
  }
}

async function listResourcesOf(client: CloudFormationClient, StackName: string) {
  const found = new Map<string, string[]>();
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { ResourceType = "", PhysicalResourceId: id, ResourceStatus = "" } of StackResourceSummaries) {
      if (id === undefined || ResourceStatus.startsWith("DELETE_")) continue;
      found.set(ResourceType, [...(found.get(ResourceType) ?? []), id]);
    }
  }
  return found;
}
