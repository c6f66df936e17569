import type { Resource } from "./assembly.ts";

/** The local system's account and region. */
export const ACCOUNT = "000000000000";
export const REGION = "us-east-1";

/** The local user pool, and its client for the command line and scripts. */
export const POOL = `${REGION}_magpielocal`;
export const CLIENT = "magpie-local-client";

export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Origins {
  readonly api: string;
  /** DynamoDB, SQS, S3 and the others. */
  readonly aws: string;
}

/** The last part of an ARN: a queue's name, a function's. */
export const nameOfArn = (of: string): string => of.slice(of.lastIndexOf(":") + 1);

/** An ARN of this account and region. */
export const arn = (service: string, resource: string, region = REGION, account = ACCOUNT) =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/** Secrets Manager's suffix of a secret's name in its ARN. */
const SECRET_SUFFIX = "-local1";

/** The ARN of a secret. */
export const secretArn = (name: string) => arn("secretsmanager", `secret:${name}${SECRET_SUFFIX}`);

/** The name of a secret, from its name or its ARN. */
export const nameOfSecret = (id: string) =>
  id.startsWith("arn:") ? nameOfArn(id).slice(0, -SECRET_SUFFIX.length) : id;

/** How a type of resources is identified: what its `Ref` and its attributes are, of those that the template uses. */
interface Described {
  /** The property that names a resource; without one its logical id stands for the name. */
  readonly name?: string;
  /** By default the name. */
  readonly ref?: (name: string, origins: Origins) => string;
  readonly attributes?: (name: string, origins: Origins) => Identity["attributes"];
}

/** Every resource type with an identity other than its logical id. */
const DESCRIBED: Readonly<Record<string, Described>> = {
  "AWS::SQS::Queue": {
    name: "QueueName",
    ref: (name, { aws }) => `${aws}/${ACCOUNT}/${name}`,
    attributes: (name) => ({ Arn: arn("sqs", name), QueueName: name }),
  },
  "AWS::DynamoDB::Table": { name: "TableName", attributes: (name) => ({ Arn: arn("dynamodb", `table/${name}`) }) },
  "AWS::Lambda::Function": { name: "FunctionName", attributes: (name) => ({ Arn: arn("lambda", `function:${name}`) }) },
  "AWS::IAM::Role": { name: "RoleName", attributes: (name) => ({ Arn: arn("iam", `role/${name}`, "") }) },
  "AWS::Logs::LogGroup": { name: "LogGroupName", attributes: (name) => ({ Arn: arn("logs", `log-group:${name}:*`) }) },
  "AWS::S3::Bucket": {
    name: "BucketName",
    attributes: (name) => ({
      Arn: `arn:aws:s3:::${name}`,
      RegionalDomainName: `${name}.s3.${REGION}.amazonaws.com`,
    }),
  },
  "AWS::SNS::Topic": {
    name: "TopicName",
    ref: (name) => arn("sns", name),
    attributes: (name) => ({ TopicArn: arn("sns", name) }),
  },
  "AWS::Cognito::UserPool": {
    ref: () => POOL,
    // A browser asks for the configuration below this address. The tokens' `iss` stays the one of AWS's form.
    attributes: (_name, { api }) => ({ Arn: arn("cognito-idp", `userpool/${POOL}`), ProviderURL: `${api}/${POOL}` }),
  },
  "AWS::Cognito::UserPoolClient": { name: "ClientName", ref: (name) => name.replace("local-magpie", CLIENT) },
  "AWS::Cognito::UserPoolResourceServer": { name: "Identifier" },
  "AWS::Cognito::UserPoolDomain": { name: "Domain" },
  "AWS::ApiGatewayV2::Api": { ref: () => "local", attributes: (_name, { api }) => ({ ApiEndpoint: api }) },
  "AWS::Scheduler::ScheduleGroup": { name: "Name" },
  "AWS::SecretsManager::Secret": { name: "Name", ref: secretArn },
  "AWS::CloudFront::OriginAccessControl": { attributes: (logicalId) => ({ Id: logicalId }) },
  "AWS::CloudFront::Function": {
    name: "Name",
    attributes: (name) => ({ FunctionARN: arn("cloudfront", `function/${name}`, "") }),
  },
  "AWS::CloudFront::Distribution": { attributes: (_name, { api }) => ({ DomainName: new URL(api).host }) },
};

/** The address of a user pool's sign-in page, which a template composes from the domain's name and the region. */
const POOL_DOMAIN = /https:\/\/[a-z0-9-]+\.auth\.[a-z0-9-]+\.amazoncognito\.com/g;

/** A text of the template with the addresses instead of those that only AWS has and a browser requests. */
export function withLocalAddresses(text: string, { api }: Origins): string {
  return text.replaceAll(POOL_DOMAIN, api);
}

/**
 * The local identity of a resource. An unlisted type has its logical id for `Ref` and no attributes.
 *
 * @param physicalName reads the property that names the resource, intrinsics resolved
 */
export function identify(
  logicalId: string,
  resource: Resource,
  origins: Origins,
  physicalName: (property: unknown) => string,
): Identity {
  const { name: named, ref, attributes } = DESCRIBED[resource.Type] ?? {};
  const property = named === undefined ? undefined : resource.Properties?.[named];
  const name = property === undefined ? logicalId : physicalName(property);
  return { ref: ref?.(name, origins) ?? name, attributes: attributes?.(name, origins) ?? {} };
}
