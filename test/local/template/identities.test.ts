import { describe, expect, it } from "vitest";
import { Template } from "../../../lib/local/template/template.ts";

const ORIGINS = { api: "http://127.0.0.1:8787", aws: "http://127.0.0.1:4566" };

/** A template of one resource. */
function identityOf(Type: string, Properties?: Readonly<Record<string, unknown>>) {
  const [resource] = new Template({ Thing: { Type, ...(Properties && { Properties }) } }, ORIGINS).ofType(Type);
  return { ref: resource?.ref, attributes: resource?.attributes };
}

describe("a resource of the template, as policies, functions and browsers name it", () => {
  it.each([
    {
      type: "AWS::SQS::Queue",
      property: "QueueName",
      ref: "http://127.0.0.1:4566/000000000000/named",
      attributes: { Arn: "arn:aws:sqs:us-east-1:000000000000:named", QueueName: "named" },
    },
    {
      type: "AWS::DynamoDB::Table",
      property: "TableName",
      ref: "named",
      attributes: { Arn: "arn:aws:dynamodb:us-east-1:000000000000:table/named" },
    },
    {
      type: "AWS::Lambda::Function",
      property: "FunctionName",
      ref: "named",
      attributes: { Arn: "arn:aws:lambda:us-east-1:000000000000:function:named" },
    },
    {
      type: "AWS::IAM::Role",
      property: "RoleName",
      ref: "named",
      attributes: { Arn: "arn:aws:iam::000000000000:role/named" },
    },
    {
      type: "AWS::Logs::LogGroup",
      property: "LogGroupName",
      ref: "named",
      attributes: { Arn: "arn:aws:logs:us-east-1:000000000000:log-group:named:*" },
    },
    {
      type: "AWS::S3::Bucket",
      property: "BucketName",
      ref: "named",
      attributes: { Arn: "arn:aws:s3:::named", RegionalDomainName: "named.s3.us-east-1.amazonaws.com" },
    },
    {
      type: "AWS::SNS::Topic",
      property: "TopicName",
      ref: "arn:aws:sns:us-east-1:000000000000:named",
      attributes: { TopicArn: "arn:aws:sns:us-east-1:000000000000:named" },
    },
    { type: "AWS::Cognito::UserPoolClient", property: "ClientName", ref: "named", attributes: {} },
    { type: "AWS::Cognito::UserPoolResourceServer", property: "Identifier", ref: "named", attributes: {} },
    { type: "AWS::Cognito::UserPoolDomain", property: "Domain", ref: "named", attributes: {} },
    { type: "AWS::Scheduler::ScheduleGroup", property: "Name", ref: "named", attributes: {} },
    {
      type: "AWS::SecretsManager::Secret",
      property: "Name",
      ref: "arn:aws:secretsmanager:us-east-1:000000000000:secret:named-local1",
      attributes: {},
    },
    {
      type: "AWS::CloudFront::Function",
      property: "Name",
      ref: "named",
      attributes: { FunctionARN: "arn:aws:cloudfront::000000000000:function/named" },
    },
  ])("has its name in all of them, else its logical id: $type", ({ type, property, ref, attributes }) => {
    const named = { ref, attributes };
    expect(identityOf(type, { [property]: "named" })).toEqual(named);
    const unnamed = JSON.parse(JSON.stringify(named).replaceAll("named", "Thing"));
    expect(identityOf(type)).toEqual(unnamed);
    expect(identityOf(type, {})).toEqual(unnamed);
  });

  it.each([
    {
      type: "AWS::Cognito::UserPool",
      ref: "us-east-1_magpielocal",
      attributes: {
        Arn: "arn:aws:cognito-idp:us-east-1:000000000000:userpool/us-east-1_magpielocal",
        ProviderURL: "http://127.0.0.1:8787/us-east-1_magpielocal",
      },
    },
    { type: "AWS::ApiGatewayV2::Api", ref: "local", attributes: { ApiEndpoint: "http://127.0.0.1:8787" } },
    { type: "AWS::CloudFront::OriginAccessControl", ref: "Thing", attributes: { Id: "Thing" } },
    { type: "AWS::CloudFront::Distribution", ref: "Thing", attributes: { DomainName: "127.0.0.1:8787" } },
    { type: "AWS::CloudWatch::Alarm", ref: "Thing", attributes: {} },
  ])("has no name of its own: $type", ({ type, ref, attributes }) => {
    expect(identityOf(type, { Name: "named" })).toEqual({ ref, attributes });
  });
});
