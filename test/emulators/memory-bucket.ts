import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { s3Error } from "./s3-error.ts";

/** An object as it was put. */
interface StoredObject {
  readonly bytes: Uint8Array;
  readonly type?: string | undefined;
  readonly cacheControl?: string | undefined;
}

/** Handles a call, which has the name of its command: `forward` sends it and returns its answer. */
type Intercept = (command: string, forward: () => Promise<unknown>) => Promise<unknown>;

/** How many keys S3 would list at once, so that a folder has several pages in tests. */
const LISTED_AT_ONCE = 2;

const etagOf = ({ bytes }: StoredObject) => `"${createHash("md5").update(bytes).digest("hex")}"`;

/** A bucket of S3 in memory, which supports conditional writes. */
export class MemoryBucket {
  readonly objects = new Map<string, StoredObject>();
  /** What becomes of a call of the client. */
  around: Intercept = (_command, forward) => forward();
  readonly client = this.intercepted((command, forward) => this.around(command, forward));

  /** A client each of whose calls goes through `intercept`. */
  intercepted(intercept: Intercept): Pick<S3Client, "send"> {
    const send = (command: object) => intercept(command.constructor.name, () => this.#answer(command));
    return { send } as Pick<S3Client, "send">;
  }

  keys(): string[] {
    return [...this.objects.keys()].sort();
  }

  /** Puts an object, if the conditions of the request hold. */
  protected put({ input: { Key = "", IfMatch, IfNoneMatch, ...put } }: PutObjectCommand): object {
    const before = this.objects.get(Key);
    if (IfMatch !== undefined && before === undefined) throw s3Error("NoSuchKey", 404);
    const isOther = before !== undefined && (IfNoneMatch === "*" || (IfMatch ?? etagOf(before)) !== etagOf(before));
    if (isOther) throw s3Error("PreconditionFailed", 412);
    const bytes = typeof put.Body === "string" ? Buffer.from(put.Body) : (put.Body as Uint8Array);
    const object = { bytes, type: put.ContentType, cacheControl: put.CacheControl };
    this.objects.set(Key, object);
    return { ETag: etagOf(object) };
  }

  async #answer(command: object): Promise<unknown> {
    if (command instanceof PutObjectCommand) return this.put(command);
    if (command instanceof HeadObjectCommand) {
      const object = this.objects.get(command.input.Key ?? "");
      if (object === undefined) throw s3Error("NotFound", 404);
      return { ETag: etagOf(object) };
    }
    if (command instanceof GetObjectCommand) {
      const object = this.objects.get(command.input.Key ?? "");
      if (object === undefined) throw new NoSuchKey({ message: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
      return { Body: { transformToByteArray: async () => object.bytes }, ContentType: object.type };
    }
    if (command instanceof ListObjectsV2Command) {
      const { Prefix = "", ContinuationToken = "" } = command.input;
      const found = this.keys().filter((key) => key.startsWith(Prefix) && key > ContinuationToken);
      const Contents = found.slice(0, LISTED_AT_ONCE).map((Key) => ({ Key }));
      return { Contents, NextContinuationToken: found.length > LISTED_AT_ONCE ? Contents.at(-1)?.Key : undefined };
    }
    if (command instanceof DeleteObjectCommand) this.objects.delete(command.input.Key ?? "");
    else if (command instanceof DeleteObjectsCommand) {
      const { Objects = [] } = command.input.Delete ?? {};
      // S3 answers an empty list with an error.
      if (Objects.length === 0) throw s3Error("MalformedXML", 400);
      for (const { Key = "" } of Objects) this.objects.delete(Key);
    } else throw new Error(`This bucket knows no ${command.constructor.name}.`);
    return {};
  }
}
