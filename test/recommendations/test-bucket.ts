import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { s3Error } from "../emulators/s3-error.ts";

/** An S3 bucket in memory, which supports conditional writes. */
export interface TestBucket {
  readonly client: Pick<S3Client, "send">;
  /** Every well-known document that was put, in order. */
  readonly put: string[];
  /** The well-known document that the site's domain serves; null before the first. */
  document(): string | null;
  /** The objects by their keys. */
  readonly objects: Map<string, string>;
  /** Replaces an object without a request; the well-known document by default. */
  replace(document: string | null, key?: string): void;
  /** A client each of whose calls goes through `intercept`. */
  intercepted(intercept: Interceptor): Pick<S3Client, "send">;
}

/** Handles a call about the object of a key: `forward` sends it and returns its answer. */
export type Interceptor = (
  command: "HeadObject" | "PutObject",
  forward: () => Promise<unknown>,
  key: string,
) => Promise<unknown>;

const LIST_KEY = ".well-known/recommendations.json";

export function testBucket(): TestBucket {
  const put: string[] = [];
  const objects = new Map<string, string>();
  const etag = (text: string) => `"${createHash("md5").update(text).digest("hex")}"`;

  async function answer(command: unknown): Promise<unknown> {
    if (command instanceof HeadObjectCommand) {
      const text = objects.get(String(command.input.Key));
      if (text === undefined) throw s3Error("NotFound", 404);
      return { ETag: etag(text) };
    }
    if (command instanceof PutObjectCommand) {
      const { Key, IfMatch, IfNoneMatch, Body } = command.input;
      const text = objects.get(String(Key));
      if (IfMatch !== undefined && text === undefined) throw s3Error("NoSuchKey", 404);
      if (IfMatch !== undefined && IfMatch !== etag(text ?? "")) throw s3Error("PreconditionFailed", 412);
      if (IfNoneMatch === "*" && text !== undefined) throw s3Error("PreconditionFailed", 412);
      objects.set(String(Key), String(Body));
      if (Key === LIST_KEY) put.push(String(Body));
      return { ETag: etag(String(Body)) };
    }
    throw new Error("The bucket knows no such command.");
  }

  function intercepted(intercept: Interceptor): Pick<S3Client, "send"> {
    const send = (command: HeadObjectCommand | PutObjectCommand) => {
      const name = command instanceof HeadObjectCommand ? "HeadObject" : "PutObject";
      return intercept(name, () => answer(command), String(command.input.Key));
    };
    return { send } as Pick<S3Client, "send">;
  }

  return {
    client: intercepted((_command, forward) => forward()),
    put,
    document: () => objects.get(LIST_KEY) ?? null,
    objects,
    replace(next, key = LIST_KEY) {
      if (next === null) objects.delete(key);
      else objects.set(key, next);
    },
    intercepted,
  };
}
