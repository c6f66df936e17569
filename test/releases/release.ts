import type { Schema } from "./comparison/schema.ts";

/** A resource of a template. */
export interface TemplateResource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: properties are read as the JSON that CloudFormation gets.
  readonly Properties?: any;
}

/** The resources of a template, by their logical ids. */
export type TemplateResources = Readonly<Record<string, TemplateResource>>;

/** The types of resources that hold data, have an address that people know, or are what people sign in with. */
export const LASTING: ReadonlySet<string> = new Set([
  "AWS::ApiGatewayV2::Api",
  "AWS::CloudFront::Distribution",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolClient",
  "AWS::Cognito::UserPoolDomain",
  "AWS::Cognito::UserPoolGroup",
  "AWS::DynamoDB::Table",
  "AWS::S3::Bucket",
  "AWS::SQS::Queue",
]);

/** A route as the gateway has it. */
export interface GatewayRoute {
  /** `NONE` for everybody, `JWT` for those with a token. */
  readonly authorization: string;
  /** The stage's settings for this route; null where it has those of all routes. */
  readonly settings: unknown;
}

/** The schemas of a message: as it is written to its queue, and as a worker reads it. */
export interface MessageSchemas {
  readonly written: Schema;
  readonly read: Schema;
}

/** What an upgrade to a release and from it depends on. */
export interface Release {
  /** The resources of stage `prod`: those that hold data, an address or people whole, of others what nothing can change. */
  readonly resources: TemplateResources;
  /** By the gateway's keys, e.g. `GET /v1/health`. */
  readonly routes: Readonly<Record<string, GatewayRoute>>;
  /** By queue. */
  readonly messages: Readonly<Record<string, MessageSchemas>>;
  /** By type. */
  readonly items: Readonly<Record<string, Schema>>;
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that clients get.
  readonly openapi: any;
}

/** The parts of a release, each a file of its folder. */
export const PARTS = [
  "resources",
  "routes",
  "messages",
  "items",
  "openapi",
] as const satisfies readonly (keyof Release)[];
