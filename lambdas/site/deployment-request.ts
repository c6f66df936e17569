import * as z from "zod/mini";

/** The custom resource's properties in the template: what the files are, so that a change of one makes an update. */
const siteFiles = z.object({
  /** The files in the function's package: path to a hash of the content. */
  Files: z.record(z.string(), z.string()),
  /** Files whose text is known at the deployment only, e.g. addresses: path to text. */
  Texts: z.record(z.string(), z.string()),
});

export type SiteFilesProperties = z.output<typeof siteFiles>;

/** The fields of every request of CloudFormation to a custom resource ("Custom resource request objects"). */
const envelope = z.object({
  ResponseURL: z.string(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
  /** Unknown before the resource is created. */
  PhysicalResourceId: z.optional(z.string()),
});

export type DeploymentEnvelope = z.output<typeof envelope>;

const request = z.object({
  RequestType: z.enum(["Create", "Update", "Delete"]),
  ResourceProperties: siteFiles,
  /** Of an update: the properties before it. */
  OldResourceProperties: z.optional(siteFiles),
});

/** A request of CloudFormation to bring the files into the bucket, or to delete them. */
export interface DeploymentRequest {
  readonly type: "Create" | "Update" | "Delete";
  readonly properties: SiteFilesProperties;
  readonly oldProperties: SiteFilesProperties | undefined;
}

/** Where and how a request is to be answered. @throws ZodError when the event lacks one of the fields */
export function readEnvelope(event: unknown): DeploymentEnvelope {
  return z.parse(envelope, event);
}

/** What a request asks for. @throws ZodError on a request that another version of the template made */
export function readRequest(event: unknown): DeploymentRequest {
  const { RequestType, ResourceProperties, OldResourceProperties } = z.parse(request, event);
  return { type: RequestType, properties: ResourceProperties, oldProperties: OldResourceProperties };
}
