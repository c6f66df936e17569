/*
 * What a function uses is declared once, in `uses.ts` of its feature: each variable with the resource that it names, or with
 * the schema of a setting. The environment at run time, the variables in the stack and the grants of the role follow from
 * this declaration (lib/constructs/resources.ts).
 */

/** The use of a resource. `name` is the resource's name without the stage. */
export type ResourceUse = TableUse | QueueUse | BucketUse | SecretUse | FunctionUse;

interface TableUse {
  readonly kind: "table";
  readonly name: string;
  readonly does: readonly TableAction[];
  /** The indexes that the function queries. */
  readonly queries: readonly string[];
}

/** What a function does to a table, by the names of the actions in IAM. */
type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "Scan"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "BatchWriteItem";

/** @param queries the indexes that the function queries */
export function table(name: string, does: readonly TableAction[], queries: readonly string[] = []): TableUse {
  return { kind: "table", name, does, queries };
}

interface QueueUse {
  readonly kind: "queue";
  readonly name: string;
  readonly does: readonly QueueAction[];
}

/**
 * `receives`: the function is the consumer of the queue. `resends`: it sends messages again, and asks before whether they may
 * still be in the queue.
 */
type QueueAction = "sends" | "resends" | "receives";

export function queue(name: string, ...does: readonly QueueAction[]): QueueUse {
  return { kind: "queue", name, does };
}

interface BucketUse {
  readonly kind: "bucket";
  readonly name: string;
  readonly does: readonly BucketAction[];
  readonly objects: readonly string[];
}

/** What a function does to a bucket. Without `ListBucket`, S3 answers 403 for a missing object. */
type BucketAction = "GetObject" | "PutObject" | "DeleteObject" | "ListBucket" | "ListBucketVersions";

/** @param objects the keys of the objects; one may end with `*` */
export function bucket(name: string, does: readonly BucketAction[], objects: readonly string[] = ["*"]): BucketUse {
  return { kind: "bucket", name, does, objects };
}

interface SecretUse {
  readonly kind: "secret";
  readonly name: string;
  /** Whether a stage can be without the secret: the variable is empty then. */
  readonly isOptional: boolean;
}

/** A secret that the function reads. */
export function secret(name: string, { isOptional = false } = {}): SecretUse {
  return { kind: "secret", name, isOptional };
}

interface FunctionUse {
  readonly kind: "function";
  readonly name: string;
}

/** Another function, by its bundle, that the function invokes. */
export function invokes(name: string): FunctionUse {
  return { kind: "function", name };
}
