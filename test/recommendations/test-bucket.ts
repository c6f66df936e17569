import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { s3Error } from "../emulators/s3-error.ts";

/** An S3 bucket with one object in memory, which supports conditional writes. */
export interface TestBucket {
  readonly client: Pick<S3Client, "send">;
  /** Every document that was put, in order. */
  readonly put: string[];
  /** The document that the site's domain serves; null before the first. */
  document(): string | null;
  /** Replaces the object without a request. */
  replace(document: string | null): void;
  /** A client each of whose calls goes through `meddle`. */
  meddled(intercept: Meddle): Pick<S3Client, "send">;
}

/** Handles a call: `forward` sends it and returns its answer. */
export type Meddle = (command: "HeadObject" | "PutObject", forward: () => Promise<unknown>) => Promise<unknown>;

export function testBucket(): TestBucket {
  const put: string[] = [];
  let document: string | null = null;
  const etag = () => (document === null ? undefined : `"${createHash("md5").update(document).digest("hex")}"`);

  async function answer(command: unknown): Promise<unknown> {
    if (command instanceof HeadObjectCommand) {
      if (document === null) throw s3Error("NotFound", 404);
      return { ETag: etag() };
    }
    if (command instanceof PutObjectCommand) {
      const { IfMatch, IfNoneMatch, Body } = command.input;
      if (IfMatch !== undefined && document === null) throw s3Error("NoSuchKey", 404);
      if (IfMatch !== undefined && IfMatch !== etag()) throw s3Error("PreconditionFailed", 412);
      if (IfNoneMatch === "*" && document !== null) throw s3Error("PreconditionFailed", 412);
      document = String(Body);
      put.push(document);
      return { ETag: etag() };
    }
    throw new Error("The bucket knows no such command.");
  }

  function meddled(intercept: Meddle): Pick<S3Client, "send"> {
    const send = (command: unknown) => {
      const name = command instanceof HeadObjectCommand ? "HeadObject" : "PutObject";
      return intercept(name, () => answer(command));
    };
    return { send } as Pick<S3Client, "send">;
  }

  return {
    client: meddled((_command, forward) => forward()),
    put,
    document: () => document,
    replace(next) {
      document = next;
    },
    meddled,
  };
}
