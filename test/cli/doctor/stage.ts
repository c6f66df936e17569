import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import { GetFunctionConfigurationCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, vi } from "vitest";
import type { CheckResult } from "../../../lib/cli/doctor/run-checks.ts";
import { DeployedStage } from "../../../lib/cli/doctor/stage/deployed-stage.ts";
import { stageChecks } from "../../../lib/cli/doctor/stage/stage-checks.ts";
import { stageClients } from "../../../lib/cli/doctor/stage/stage-clients.ts";
import { ran } from "./ran.ts";

export const NOW = new Date("2026-11-20T03:00:00.000Z");
export const ACCOUNT = "111111111111";
export const REGION = "eu-central-1";
export const TOPIC = `arn:aws:sns:${REGION}:${ACCOUNT}:prod-magpie-alarms`;

/** Mocks a client of AWS for the tests of a file; each test begins without its answers. */
export const mockedClient: typeof mockClient = (client) => {
  const mock = mockClient(client);
  beforeEach(() => void mock.reset());
  afterAll(() => mock.restore());
  return mock;
};

/** A stage that the tests of a file describe; the clients of CloudFormation and Lambda return it like AWS. */
export class DescribedStage {
  readonly cloudFormation = mockedClient(CloudFormationClient);
  readonly lambda = mockedClient(LambdaClient);

  constructor() {
    afterAll(() => void vi.unstubAllEnvs());
  }

  /** A healthy stack, with these outputs, resources (physical ids by type) and variables of its one function. */
  describe(
    stack: {
      readonly status?: string;
      readonly outputs?: Readonly<Record<string, string>>;
      readonly resources?: Readonly<Record<string, readonly string[]>>;
      readonly variables?: Readonly<Record<string, string>>;
    } = {},
  ): void {
    vi.stubEnv("AWS_REGION", REGION);
    const { status = "UPDATE_COMPLETE", outputs = {}, resources = {}, variables = {} } = stack;
    this.cloudFormation.reset();
    this.lambda.reset();
    this.cloudFormation.on(DescribeStacksCommand, { StackName: "magpie-prod" }).resolves({
      Stacks: [
        {
          StackName: "magpie-prod",
          StackStatus: status as "UPDATE_COMPLETE",
          CreationTime: NOW,
          Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
        },
      ],
    });
    const all = { "AWS::Lambda::Function": ["prod-books-worker"], ...resources };
    this.cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: Object.entries(all).flatMap(([ResourceType, ids]) =>
        ids.map((PhysicalResourceId) => ({
          LogicalResourceId: "Logical",
          ResourceType,
          PhysicalResourceId,
          ResourceStatus: "CREATE_COMPLETE" as const,
          LastUpdatedTimestamp: NOW,
        })),
      ),
    });
    this.lambda.on(GetFunctionConfigurationCommand).resolves({ Environment: { Variables: { ...variables } } });
  }

  /** The result of one of the stage's checks. */
  runCheck(name: string, token?: string): Promise<CheckResult> {
    return ran(
      stageChecks(new DeployedStage("prod", stageClients()), token, () => NOW),
      name,
    );
  }
}
