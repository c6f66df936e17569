// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what looks like a placeholder is the syntax of Fn::Sub.
import { describe, expect, it } from "vitest";
import { Template } from "../../../lib/local/template/template.ts";

const ORIGINS = { api: "http://127.0.0.1:8787", aws: "http://127.0.0.1:4566" };

const template = new Template(
  {
    Work: {
      Type: "AWS::SQS::Queue",
      Properties: {
        QueueName: "local-work",
        RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] }, maxReceiveCount: 5 },
      },
    },
    Dead: { Type: "AWS::SQS::Queue", Properties: { QueueName: { "Fn::Join": ["-", ["local", "work", "dlq"]] } } },
    Api: { Type: "AWS::ApiGatewayV2::Api" },
    Pages: { Type: "AWS::S3::Bucket", Properties: { BucketName: { "Fn::Sub": "pages-${AWS::AccountId}" } } },
    Alarm: { Type: "AWS::CloudWatch::Alarm", Properties: { Threshold: 1 } },
    Pool: { Type: "AWS::Cognito::UserPool" },
    Domain: { Type: "AWS::Cognito::UserPoolDomain", Properties: { Domain: "magpie-1", UserPoolId: { Ref: "Pool" } } },
    Console: { Type: "AWS::Cognito::UserPoolClient", Properties: { ClientName: "local-magpie-console" } },
    CommandLine: { Type: "AWS::Cognito::UserPoolClient", Properties: { ClientName: "local-magpie" } },
  },
  ORIGINS,
);

describe("a template's values", () => {
  it.each<[string, unknown, unknown]>([
    ["text", "text", "text"],
    ["a number", 5, 5],
    ["null", null, null],
    ["an empty object", {}, {}],
    ["Ref of a parameter of AWS's own", { Ref: "AWS::Region" }, "us-east-1"],
    ["Ref of a queue: its URL", { Ref: "Work" }, "http://127.0.0.1:4566/000000000000/local-work"],
    ["GetAtt as a list", { "Fn::GetAtt": ["Dead", "Arn"] }, "arn:aws:sqs:us-east-1:000000000000:local-work-dlq"],
    ["GetAtt as text", { "Fn::GetAtt": "Dead.QueueName" }, "local-work-dlq"],
    ["an API's endpoint", { "Fn::GetAtt": ["Api", "ApiEndpoint"] }, "http://127.0.0.1:8787"],
    [
      "a user pool's address, below which a browser finds its configuration",
      { "Fn::GetAtt": ["Pool", "ProviderURL"] },
      "http://127.0.0.1:8787/us-east-1_magpielocal",
    ],
    [
      "the address of a user pool's sign-in page",
      {
        "Fn::Join": [
          "",
          ["https://", { Ref: "Domain" }, ".auth.", { Ref: "AWS::Region" }, ".amazoncognito.com/logout"],
        ],
      },
      "http://127.0.0.1:8787/logout",
    ],
    [
      "the issuer of its tokens, as on AWS",
      { "Fn::Join": ["", ["https://cognito-idp.", { Ref: "AWS::Region" }, ".amazonaws.com/", { Ref: "Pool" }]] },
      "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_magpielocal",
    ],
    ["its client for the console", { Ref: "Console" }, "magpie-local-client-console"],
    ["its client for the command line", { Ref: "CommandLine" }, "magpie-local-client"],
    [
      "Join",
      { "Fn::Join": ["", ["arn:", { Ref: "AWS::Partition" }, ":s3:::", { Ref: "Pages" }]] },
      "arn:aws:s3:::pages-000000000000",
    ],
    [
      "Sub with attributes",
      { "Fn::Sub": "${Work.Arn}/${Pages}" },
      "arn:aws:sqs:us-east-1:000000000000:local-work/pages-000000000000",
    ],
    [
      "Sub with variables of its own",
      { "Fn::Sub": ["${A}-${Pages}", { A: { Ref: "AWS::Region" } }] },
      "us-east-1-pages-000000000000",
    ],
    ["Sub with what is meant literally", { "Fn::Sub": "${!Work}" }, "${Work}"],
    ["Select of Split", { "Fn::Select": [1, { "Fn::Split": ["-", { "Fn::GetAtt": "Dead.QueueName" }] }] }, "work"],
    ["a nested value", { a: [{ b: { Ref: "Pages" } }] }, { a: [{ b: "pages-000000000000" }] }],
    ["an object that only looks like an intrinsic function", { Ref: "Work", More: 1 }, { Ref: "Work", More: 1 }],
  ])("%s", (_what, value, resolved) => {
    expect(template.resolve(value)).toEqual(resolved);
  });

  it.each<[string, unknown, RegExp]>([
    ["an unknown intrinsic function", { "Fn::ImportValue": "x" }, /Fn::ImportValue/],
    ["a missing resource", { Ref: "Nothing" }, /Nothing/],
    ["an unknown attribute", { "Fn::GetAtt": ["Work", "Colour"] }, /Colour.*AWS::SQS::Queue.*Work/],
    ["an attribute of an unknown type", { "Fn::GetAtt": ["Alarm", "Arn"] }, /AWS::CloudWatch::Alarm/],
    ["a missing variable", { "Fn::Sub": "${Nothing.Arn}" }, /Nothing/],
  ])("%s is an error, never a guess", (_what, value, message) => {
    expect(() => template.resolve(value)).toThrow(message);
  });
});

describe("a template's resources", () => {
  it("are listed by type, with their properties resolved", () => {
    expect(template.ofType("AWS::SQS::Queue")).toEqual([
      {
        logicalId: "Work",
        ref: "http://127.0.0.1:4566/000000000000/local-work",
        attributes: expect.objectContaining({ QueueName: "local-work" }),
        properties: {
          QueueName: "local-work",
          RedrivePolicy: {
            deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:local-work-dlq",
            maxReceiveCount: 5,
          },
        },
      },
      expect.objectContaining({ logicalId: "Dead", properties: { QueueName: "local-work-dlq" } }),
    ]);
    expect(template.ofType("AWS::SNS::Topic")).toEqual([]);
  });

  it("are counted by type", () => {
    expect(template.types().get("AWS::SQS::Queue")).toBe(2);
    expect(template.types().get("AWS::CloudWatch::Alarm")).toBe(1);
  });

  it("without a name of their own have their logical id", () => {
    expect(template.resolve({ Ref: "Alarm" })).toBe("Alarm");
  });
});
