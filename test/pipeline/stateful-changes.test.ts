import { describe, expect, it } from "vitest";
import type { ComparedTemplate } from "../../lib/pipeline/stateful-changes.ts";
import { statefulChanges } from "../../lib/pipeline/stateful-changes.ts";
import { synthesized } from "../infra/synthesized.ts";

const template = synthesized("prod").assembly.getStackArtifact("magpie-prod").template as ComparedTemplate;

/** The template after a change. */
function changed(change: (resources: Record<string, { Type: string; [field: string]: unknown }>) => void) {
  const copy = structuredClone(template) as { Resources: Parameters<typeof change>[0] };
  change(copy.Resources);
  return copy;
}

const TABLE = "SlidesStocksAFFAE0A0";

describe("a person approves", () => {
  it.each([
    ["a property that is other", "KeySchema", [{ AttributeName: "other", KeyType: "HASH" }]],
    ["a property that is new", "TableClass", "STANDARD_INFREQUENT_ACCESS"],
    ["a property that is gone", "PointInTimeRecoverySpecification", undefined],
  ])("%s", (_case, name, value) => {
    const next = changed((resources) => {
      const table = resources[TABLE];
      if (table === undefined) throw new Error(`There is no ${TABLE}`);
      const properties = { ...(table.Properties as object), [name]: value };
      table.Properties = JSON.parse(JSON.stringify(properties));
    });
    expect(statefulChanges(template, next)).toEqual([`${TABLE} (AWS::DynamoDB::Table) changes: ${name}`]);
  });

  it("a table that is not kept any more, a bucket that is gone and a pool of another name", () => {
    const next = changed((resources) => {
      const table = resources[TABLE];
      if (table !== undefined) table.DeletionPolicy = "Delete";
      delete resources.SiteBucket978D4AEB;
      const pool = resources.PlatformIssuerUsers2346A300;
      delete resources.PlatformIssuerUsers2346A300;
      if (pool !== undefined) resources.PlatformIssuerPeople = pool;
    });
    expect(statefulChanges(template, next).sort()).toEqual([
      "PlatformIssuerUsers2346A300 (AWS::Cognito::UserPool) is removed",
      "SiteBucket978D4AEB (AWS::S3::Bucket) is removed",
      `${TABLE} (AWS::DynamoDB::Table) changes: DeletionPolicy`,
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
