/*
 * What a function uses is declared once, in `uses.ts` of its feature: each variable with the resource that it names, or with
 * the schema of a setting. The environment at run time, the variables in the stack and the grants of the role follow from
 * this declaration (lib/constructs/resources.ts).
 *
 * A declaration has no calls, so that a bundle leaves out those of the feature's other functions.
 */

/** The use of a resource, by its name without the stage. */
export type ResourceUse = TableUse | QueueUse | BucketUse | SecretUse | FunctionUse;

interface TableUse {
  readonly table: string;
  /** By the names of the actions in IAM. */
  readonly does: readonly TableAction[];
  /** The indexes that the function queries. */
  readonly queries?: readonly string[];
}

type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "Scan"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "BatchWriteItem";

interface QueueUse {
  readonly queue: string;
  readonly does: readonly QueueAction[];
}

/**
 * `receives`: the function is the consumer of the queue. `resends`: it sends messages again, and asks before whether they may
 * still be in the queue.
 */
type QueueAction = "sends" | "resends" | "receives";

interface BucketUse {
  readonly bucket: string;
  /** Without `ListBucket`, S3 answers 403 for a missing object. */
  readonly does: readonly BucketAction[];
  /** The keys of the objects; one may end with `*`. */
  readonly objects: readonly string[];
}

type BucketAction = "GetObject" | "PutObject" | "DeleteObject" | "ListBucket" | "ListBucketVersions";

interface SecretUse {
  readonly secret: string;
  /** Whether a stage can be without the secret: the variable is empty then. */
  readonly isOptional?: true;
}

/** Another function, by its bundle, that the function invokes. */
interface FunctionUse {
  readonly invokes: string;
}
