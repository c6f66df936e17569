import { DescribeStacksCommand, ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import { GetFunctionConfigurationCommand } from "@aws-sdk/client-lambda";
import { beforeEach, expect, it } from "vitest";
import { DeployedStage } from "../../../lib/cli/doctor/stage/deployed-stage.ts";
import { stageClients } from "../../../lib/cli/doctor/stage/stage-clients.ts";
import { DescribedStage, NOW } from "./stage.ts";

const described = new DescribedStage();
let stage: DeployedStage;

beforeEach(() => {
  described.describe({ outputs: { ApiUrl: "https://api.example" } });
  stage = new DeployedStage("prod", stageClients());
});

const resource = (
  PhysicalResourceId: string,
  ResourceStatus: "CREATE_COMPLETE" | "DELETE_FAILED" = "CREATE_COMPLETE",
) => ({
  LogicalResourceId: "Logical",
  ResourceType: "AWS::SQS::Queue",
  PhysicalResourceId,
  ResourceStatus,
  LastUpdatedTimestamp: NOW,
});

const lambdaFunction = { ...resource("prod-books-worker"), ResourceType: "AWS::Lambda::Function" };

it("lists the resources of every page, but those that are deleted", async () => {
  const { cloudFormation } = described;
  cloudFormation
    .on(ListStackResourcesCommand)
    .resolves({ StackResourceSummaries: [resource("one"), resource("gone", "DELETE_FAILED")], NextToken: "more" })
    .on(ListStackResourcesCommand, { StackName: "magpie-prod", NextToken: "more" })
    .resolves({ StackResourceSummaries: [resource("two")] });
  expect(await stage.listResources("AWS::SQS::Queue")).toEqual(["one", "two"]);
  expect(await stage.listResources("AWS::SNS::Topic")).toEqual([]);
});

it("has the alarms' topics of us-east-1 as well, where the stage has a stack of alarms there", async () => {
  const topic = (PhysicalResourceId: string) => ({ ...resource(PhysicalResourceId), ResourceType: "AWS::SNS::Topic" });
  const { cloudFormation, lambda } = described;
  cloudFormation
    .on(ListStackResourcesCommand, { StackName: "magpie-prod" })
    .resolves({ StackResourceSummaries: [lambdaFunction, topic("here")] })
    .on(ListStackResourcesCommand, { StackName: "magpie-prod-edge-eu-central-1" })
    .resolves({ StackResourceSummaries: [topic("there")] });
  const regions = (...of: string[]) => JSON.stringify(of.map((region) => ({ region, suffix: "-eu-central-1" })));
  const listed = async (ALARM_REGIONS: string) => {
    lambda.on(GetFunctionConfigurationCommand).resolves({ Environment: { Variables: { ALARM_REGIONS } } });
    const topics = await new DeployedStage("prod", stageClients()).listAlarmTopics();
    return Promise.all(topics.map(async (of) => [of.topic, await of.sns.config.region()]));
  };
  expect(await listed(regions("eu-central-1", "us-east-1"))).toEqual([
    ["here", "eu-central-1"],
    ["there", "us-east-1"],
  ]);
  // With urgent alarms only there is no such stack.
  expect(await listed(regions("eu-central-1"))).toEqual([["here", "eu-central-1"]]);
});

it("returns the variables of all functions together", async () => {
  described.describe({ resources: { "AWS::Lambda::Function": ["prod-a", "prod-b", "prod-c"] } });
  const { lambda } = described;
  lambda
    .on(GetFunctionConfigurationCommand, { FunctionName: "prod-a" })
    .resolves({ Environment: { Variables: { ONE: "1" } } })
    .on(GetFunctionConfigurationCommand, { FunctionName: "prod-b" })
    .resolves({ Environment: { Variables: { TWO: "2" } } })
    .on(GetFunctionConfigurationCommand, { FunctionName: "prod-c" })
    .resolves({});
  expect([...(await stage.readVariables())]).toEqual([
    ["ONE", "1"],
    ["TWO", "2"],
  ]);
});

it("sends each request that all checks need to AWS once", async () => {
  await Promise.all([stage.stack(), stage.readOutput("ApiUrl"), stage.listResources("x"), stage.readVariables()]);
  await Promise.all([stage.describe(), stage.listResources("y"), stage.readVariables()]);
  const { cloudFormation, lambda } = described;
  expect(cloudFormation.commandCalls(DescribeStacksCommand)).toHaveLength(1);
  expect(cloudFormation.commandCalls(ListStackResourcesCommand)).toHaveLength(1);
  expect(lambda.commandCalls(GetFunctionConfigurationCommand)).toHaveLength(1);
});

it("says which output is missing, and which check has details", async () => {
  expect(await stage.readOutput("ApiUrl")).toBe("https://api.example");
  await expect(stage.readOutput("SiteUrl")).rejects.toMatchObject({
    message: "The stack has no output SiteUrl",
    check: "stack",
  });
});
