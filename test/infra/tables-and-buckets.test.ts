import { describe, expect, it } from "vitest";
import { TABLES } from "../emulators/tables.ts";
import { listed, logicalId, synthesized } from "./synthesized.ts";

const stack = synthesized();

/** Every index costs a write of each item that it contains; this is the purpose of each. */
const INDEXES: Readonly<Record<string, string>> = {
  "stocks by_created_at": "A user's stocks, newest first; local, since a list must show what was just saved.",
  "stocks search":
    "The texts of a user's stocks, so that a search reads no whole items; written only when a text changes.",
  "stocks pending": "What reconcile looks for; sparse, only pending stocks carry its keys.",
  "bookmarks by_created_at": "A user's bookmarks, newest first; local, since a list must show what was just saved.",
  "bookmarks search":
    "The texts of a user's bookmarks, so that a search reads no whole items; written only when a text changes.",
  "bookmarks pending": "What reconcile looks for; sparse, only bookmarks on their way carry its keys.",
  "books by_first_seen_at": "The books, newest first; local, so that a walk misses none that a run adds meanwhile.",
  "books search": "The texts of the books, so that a search reads no whole items; written only when a text changes.",
  "books pending": "The jobs on which a schedule has to act; sparse, nothing but keys is in it.",
  "recommendations pending":
    "What reconcile and the daily run look for; sparse, only what is on its way carries its keys.",
  "recommendations listed":
    "Mentions of a kind and status, newest first, and the hosts of a digest; sparse, and written only when these change.",
  "notices by_created_at": "The notices, newest first; sparse, only notices that are listed carry its key.",
  "notices pending": "What is to be sent; sparse, only that carries its keys, and nothing but keys is in it.",
  "mercari by_created_at": "The products, newest first; sparse, only products carry its key.",
  "mercari by_price":
    "A product's results, cheapest first, and those outside its bounds; local, to read its own writes.",
  "mercari by_updated_at": "A product's results, last changed first; local, to read its own writes.",
  "mercari by_sold_out_at": "What was sold in a range of time, for the trend; sparse, and with the price only.",
  "mercari pending": "Requested crawls, for reconcile; sparse, nothing but keys is in it.",
  "bookmarks changes": "A user's bookmarks and their tombstones in the order of their latest changes, for followers.",
  "stocks changes": "The same for stocks.",
  "bookmarks failed_jobs": "The failed jobs of all users; sparse, only failed bookmarks carry its keys.",
};

const tables = stack.some("AWS::DynamoDB::Table");
const buckets = stack.some("AWS::S3::Bucket");

describe.each(tables)("table %s", (_, table) => {
  it("is on demand, has point-in-time recovery, and is kept", () => {
    expect(table.Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
    expect(table).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
  });
});

it("has the indexes with a purpose, and no other", () => {
  const indexes = tables.flatMap(([, { Properties }]) =>
    [...(Properties.LocalSecondaryIndexes ?? []), ...(Properties.GlobalSecondaryIndexes ?? [])].map(
      (index) => `${stack.withoutStage(Properties.TableName)} ${index.IndexName}`,
    ),
  );
  expect(indexes.sort(), "INDEXES here gives each index its purpose").toEqual(Object.keys(INDEXES).sort());
});

describe.each(buckets)("bucket %s", (id, bucket) => {
  it("is private, encrypted, versioned, and kept", () => {
    expect(bucket.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      VersioningConfiguration: { Status: "Enabled" },
    });
    const [rule] = bucket.Properties.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(["AES256", "aws:kms"]).toContain(rule.ServerSideEncryptionByDefault.SSEAlgorithm);
    expect(bucket).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
  });

  it("keeps deleted objects for as long as the tables that name them can be restored, and no longer", () => {
    const [{ Properties: table } = { Properties: {} }] = stack.some("AWS::DynamoDB::Table").map(([, found]) => found);
    const { RecoveryPeriodInDays: recovery } = table.PointInTimeRecoverySpecification;
    const [rule] = bucket.Properties.LifecycleConfiguration.Rules;
    // Pages of Mercari are named by no table.
    const days = stack.withoutStage(bucket.Properties.BucketName["Fn::Join"][1][0]).includes("pages") ? 1 : recovery;
    expect(rule.NoncurrentVersionExpiration.NoncurrentDays).toBe(days);
  });

  const statements: Record<string, unknown>[] = stack
    .some("AWS::S3::BucketPolicy")
    .filter(([, policy]) => logicalId(policy.Properties.Bucket) === id)
    .flatMap(([, policy]) => policy.Properties.PolicyDocument.Statement);

  it("rejects requests without TLS", () => {
    expect(statements).toContainEqual({
      Effect: "Deny",
      Action: "s3:*",
      Principal: { AWS: "*" },
      Resource: [{ "Fn::GetAtt": [id, "Arn"] }, { "Fn::Join": ["", [{ "Fn::GetAtt": [id, "Arn"] }, "/*"]] }],
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    });
  });

  it("is read only by this stack's CloudFront", () => {
    const allowed = statements.filter(({ Effect }) => Effect !== "Deny");
    for (const statement of allowed) {
      expect(statement).toMatchObject({
        Principal: { Service: "cloudfront.amazonaws.com" },
        Condition: { StringEquals: { "AWS:SourceArn": expect.anything() } },
      });
      // Without permission to list a bucket, a missing object is answered 403.
      expect(["s3:GetObject", "s3:ListBucket"]).toEqual(expect.arrayContaining([...listed(statement.Action)]));
    }
  });
});

it("equals the tables that the tests create", () => {
  const described = Object.fromEntries(tables.map(([, { Properties }]) => [Properties.TableName, Properties]));
  expect(described, "Make TABLES in test/emulators/tables.ts the tables of lib, with their keys and indexes").toEqual(
    Object.fromEntries(
      Object.entries(TABLES).map(([name, definition]) => [
        `${stack.stage}-${name}`,
        expect.objectContaining({
          ...definition,
          AttributeDefinitions: expect.arrayContaining(definition.AttributeDefinitions),
        }),
      ]),
    ),
  );
});
