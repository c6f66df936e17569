import { describe, expect, it } from "vitest";
import type { ComparedTemplate } from "../../lib/pipeline/stateful-changes.ts";
import { statefulChanges } from "../../lib/pipeline/stateful-changes.ts";

const TABLE = "SlidesStocks";

const template: ComparedTemplate = {
  Resources: {
    [TABLE]: {
      Type: "AWS::DynamoDB::Table",
      Properties: {
        KeySchema: [{ AttributeName: "user_id", KeyType: "HASH" }],
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
      DeletionPolicy: "Retain",
      Metadata: { "aws:cdk:path": "magpie-prod/Slides/Stocks/Resource" },
    },
    SiteBucket: { Type: "AWS::S3::Bucket", DeletionPolicy: "Retain" },
    Users: { Type: "AWS::Cognito::UserPool", Properties: { UserPoolName: "prod-magpie" }, DeletionPolicy: "Retain" },
    Fetch: { Type: "AWS::SQS::Queue", Properties: { VisibilityTimeout: 180 } },
    Worker: { Type: "AWS::Lambda::Function", Properties: { MemorySize: 256 } },
  },
};

/** The template after a change. */
function changed(change: (resources: Record<string, { Type: string; [field: string]: unknown }>) => void) {
  const copy = structuredClone(template) as { Resources: Parameters<typeof change>[0] };
  change(copy.Resources);
  return copy;
}

describe("a person approves", () => {
  it.each([
    ["a property that is other", "KeySchema", [{ AttributeName: "other", KeyType: "HASH" }]],
    ["a property that is new", "TableClass", "STANDARD_INFREQUENT_ACCESS"],
    ["a property that is gone", "PointInTimeRecoverySpecification", undefined],
    ["a part of a property", "PointInTimeRecoverySpecification", { PointInTimeRecoveryEnabled: false }],
  ])("%s", (_case, name, value) => {
    const next = changed((resources) => {
      const properties = { ...(template.Resources[TABLE]?.Properties as object), [name]: value };
      Object.assign(resources[TABLE] ?? {}, { Properties: JSON.parse(JSON.stringify(properties)) });
    });
    expect(statefulChanges(template, next)).toEqual([`${TABLE} (AWS::DynamoDB::Table) changes: ${name}`]);
  });

  it("a table that is not kept any more, a bucket that is gone and a pool of another name", () => {
    const next = changed((resources) => {
      const table = resources[TABLE];
      if (table !== undefined) table.DeletionPolicy = "Delete";
      delete resources.SiteBucket;
      const pool = resources.Users;
      delete resources.Users;
      if (pool !== undefined) resources.People = pool;
    });
    expect(statefulChanges(template, next).sort()).toEqual([
      "SiteBucket (AWS::S3::Bucket) is removed",
      `${TABLE} (AWS::DynamoDB::Table) changes: DeletionPolicy`,
      "Users (AWS::Cognito::UserPool) is removed",
    ]);
  });
});

describe("nobody is asked", () => {
  it("for the same template, for a first deployment, for a new table and for other resources", () => {
    const next = changed((resources) => {
      for (const [id, resource] of Object.entries(resources)) {
        resource.Metadata = { "aws:cdk:path": "elsewhere" };
        if (resource.Type === "AWS::SQS::Queue") resource.Properties = { VisibilityTimeout: 1 };
        if (resource.Type === "AWS::Lambda::Function") delete resources[id];
      }
      resources.New = { Type: "AWS::DynamoDB::Table", Properties: {} };
    });
    expect(statefulChanges(template, template)).toEqual([]);
    expect(statefulChanges({ Resources: {} }, template)).toEqual([]);
    expect(statefulChanges(template, next)).toEqual([]);
  });
});
