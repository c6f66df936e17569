import { gunzipSync } from "node:zlib";
import type { S3Client } from "@aws-sdk/client-s3";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { ContentStore } from "../../lambdas/bookmarks/tables/content-store.ts";
import { SentPageStore } from "../../lambdas/bookmarks/tables/sent-page-store.ts";
import { awsError } from "../emulators/aws-errors.ts";

/** Handles a call: `forward` sends it and returns its answer. */
type Intercept = (command: string, forward: () => Promise<unknown>) => Promise<unknown>;

/** Bucket `content` in memory. */
export interface ContentBucket {
  readonly store: ContentStore;
  readonly sentPages: SentPageStore;
  keys(): string[];
  /** The content of an object. */
  read(key: string): Record<string, unknown>;
}

/** How many keys S3 would list at once, so that a folder has several pages in tests. */
const LISTED_AT_ONCE = 2;

/** @param intercept handles each call; without it every call is answered */
export function contentBucket(intercept: Intercept = (_command, forward) => forward()): ContentBucket {
  const objects = new Map<string, Uint8Array>();
  const types = new Map<string, string | undefined>();

  async function answer(command: unknown): Promise<unknown> {
    if (command instanceof PutObjectCommand) {
      const { Key = "", Body } = command.input;
      // The SDK's second attempt writes the same again.
      const isOther = Buffer.compare(objects.get(Key) ?? (Body as Uint8Array), Body as Uint8Array) !== 0;
      if (isOther) throw new Error("An object is never written again.");
      objects.set(Key, Body as Uint8Array);
      types.set(Key, command.input.ContentType);
      return {};
    }
    if (command instanceof GetObjectCommand) {
      const bytes = objects.get(command.input.Key ?? "");
      if (bytes === undefined) throw new NoSuchKey({ message: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
      return { Body: { transformToByteArray: async () => bytes }, ContentType: types.get(command.input.Key ?? "") };
    }
    if (command instanceof ListObjectsV2Command) {
      const { Prefix = "", ContinuationToken = "" } = command.input;
      const found = [...objects.keys()].sort().filter((key) => key.startsWith(Prefix) && key > ContinuationToken);
      const Contents = found.slice(0, LISTED_AT_ONCE).map((Key) => ({ Key }));
      return { Contents, NextContinuationToken: found.length > LISTED_AT_ONCE ? Contents.at(-1)?.Key : undefined };
    }
    if (command instanceof DeleteObjectCommand) objects.delete(command.input.Key ?? "");
    else if (command instanceof DeleteObjectsCommand) {
      const { Objects = [] } = command.input.Delete ?? {};
      // S3 answers an empty list with an error.
      if (Objects.length === 0) throw awsError("MalformedXML", 400);
      for (const { Key = "" } of Objects) objects.delete(Key);
    } else throw new Error("The bucket knows no such command.");
    return {};
  }

  const send = (command: object) => intercept(command.constructor.name, () => answer(command));
  const client = { send } as Pick<S3Client, "send">;
  return {
    store: new ContentStore(client, "content"),
    sentPages: new SentPageStore(client, "content"),
    keys: () => [...objects.keys()].sort(),
    read: (key) => JSON.parse(gunzipSync(objects.get(key) ?? new Uint8Array()).toString()),
  };
}
