import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it } from "vitest";
import { emptyBuckets } from "../../lib/pipeline/empty-buckets.ts";
import { awsError } from "../emulators/aws-errors.ts";

const cloudFormation = mockClient(CloudFormationClient);
const s3 = mockClient(S3Client);
afterAll(() => {
  cloudFormation.restore();
  s3.restore();
});

const at = new Date("2026-11-20T03:00:00.000Z");

beforeEach(() => {
  cloudFormation.reset();
  s3.reset();
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: [
      ["AWS::S3::Bucket", "try-magpie-site", "CREATE_COMPLETE"] as const,
      ["AWS::S3::Bucket", "try-magpie-gone", "DELETE_COMPLETE"] as const,
      ["AWS::SQS::Queue", "try-queue", "CREATE_COMPLETE"] as const,
    ].map(([ResourceType, PhysicalResourceId, ResourceStatus]) => ({
      LogicalResourceId: PhysicalResourceId,
      ResourceType,
      PhysicalResourceId,
      ResourceStatus,
      LastUpdatedTimestamp: at,
    })),
  });
  s3.on(DeleteObjectsCommand).resolves({});
});

const stackIs = (EnableTerminationProtection: boolean) =>
  cloudFormation.on(DescribeStacksCommand).resolves({
    Stacks: [
      { StackName: "magpie-try", CreationTime: at, StackStatus: "CREATE_COMPLETE", EnableTerminationProtection },
    ],
  });
const run = () => emptyBuckets("magpie-try", { cloudFormation: new CloudFormationClient(), s3: new S3Client() });

it("deletes every version and every marker of the stack's buckets, page after page", async () => {
  stackIs(false);
  s3.on(ListObjectVersionsCommand, { Bucket: "try-magpie-site" })
    .resolvesOnce({ Versions: [{ Key: "a", VersionId: "1" }] })
    .resolvesOnce({ Versions: [{ Key: "b", VersionId: "2" }], DeleteMarkers: [{ Key: "a", VersionId: "3" }] })
    .resolves({});
  expect(await run()).toBe(3);
  expect(s3.commandCalls(DeleteObjectsCommand).map(({ args: [{ input }] }) => input)).toMatchObject([
    { Bucket: "try-magpie-site", Delete: { Objects: [{ Key: "a", VersionId: "1" }] } },
    {
      Bucket: "try-magpie-site",
      Delete: {
        Objects: [
          { Key: "b", VersionId: "2" },
          { Key: "a", VersionId: "3" },
        ],
      },
    },
  ]);
});

it("finds the buckets on every page of the stack's resources, and of that stack alone", async () => {
  stackIs(false);
  const bucket = (PhysicalResourceId: string) => ({
    LogicalResourceId: PhysicalResourceId,
    ResourceType: "AWS::S3::Bucket",
    PhysicalResourceId,
    ResourceStatus: "UPDATE_COMPLETE" as const,
    LastUpdatedTimestamp: at,
  });
  cloudFormation
    .on(ListStackResourcesCommand)
    .rejects(awsError("ValidationError", 400, "There is no such stack"))
    .on(ListStackResourcesCommand, { StackName: "magpie-try" })
    .resolves({ StackResourceSummaries: [bucket("try-one")], NextToken: "more" })
    .on(ListStackResourcesCommand, { StackName: "magpie-try", NextToken: "more" })
    .resolves({ StackResourceSummaries: [bucket("try-two")] });
  for (const [Bucket, keys] of [
    ["try-one", ["a"]],
    ["try-two", ["b", "c"]],
  ] as const) {
    s3.on(ListObjectVersionsCommand, { Bucket })
      .resolvesOnce({ Versions: keys.map((Key) => ({ Key, VersionId: "1" })) })
      .resolves({});
  }
  expect(await run()).toBe(3);
  expect(cloudFormation.commandCalls(DescribeStacksCommand)[0]?.args[0].input).toEqual({ StackName: "magpie-try" });
});

it("is no success where the stack can't be described", async () => {
  cloudFormation.on(DescribeStacksCommand).rejects(awsError("AccessDenied", 403, "You may not describe it"));
  await expect(run()).rejects.toThrow("You may not describe it");
});

it("touches nothing of a stage that keeps its data", async () => {
  stackIs(true);
  await expect(run()).rejects.toThrow("magpie-try is protected against termination");
  expect(s3.calls()).toEqual([]);
});

it("has nothing to do without a stack, and fails when an object stays", async () => {
  cloudFormation
    .on(DescribeStacksCommand)
    .rejects(awsError("ValidationError", 400, "Stack with id magpie-try does not exist"));
  expect(await run()).toBe(0);
  stackIs(false);
  s3.on(ListObjectVersionsCommand).resolves({ Versions: [{ Key: "a", VersionId: "1" }] });
  s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: "a", Message: "Access Denied" }] });
  await expect(run()).rejects.toThrow("try-magpie-site: a: Access Denied");
});
