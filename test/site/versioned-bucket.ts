import type { S3Client } from "@aws-sdk/client-s3";
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";

/** One version of an object. */
interface Version {
  readonly key: string;
  readonly versionId: string;
  readonly text: string;
  readonly headers: { readonly contentType: string | undefined; readonly cacheControl: string | undefined };
}

/** Versions on one page of a list; a thousand at AWS. */
const PAGE = 3;

/** A bucket of S3 that keeps versions, in memory. */
export class VersionedBucket {
  /** Oldest first. */
  readonly versions: Version[] = [];
  exists = true;
  /** What becomes of a call before it takes effect; it throws for a call that fails. */
  before: (command: { readonly constructor: { readonly name: string }; readonly input: object }) => unknown = () =>
    undefined;
  #made = 0;

  /** The client of the function. */
  get client(): Pick<S3Client, "send"> {
    return { send: (command: object) => this.#send(command) } as Pick<S3Client, "send">;
  }

  /** The latest version of each object, by its key: its text. */
  texts(): Record<string, string> {
    return Object.fromEntries(this.versions.map(({ key, text }) => [key, text]));
  }

  /** The headers of an object's latest version. */
  headers(key: string): Version["headers"] | undefined {
    return this.versions.findLast((version) => version.key === key)?.headers;
  }

  put(key: string, text: string): void {
    this.#put({ key, text, headers: { contentType: undefined, cacheControl: undefined } });
  }

  #put(version: Omit<Version, "versionId">): void {
    this.#made += 1;
    this.versions.push({ ...version, versionId: `v${this.#made}` });
  }

  async #send(command: object): Promise<unknown> {
    await this.before(command as Parameters<VersionedBucket["before"]>[0]);
    if (!this.exists) {
      throw new S3ServiceException({ name: "NoSuchBucket", $fault: "client", $metadata: { httpStatusCode: 404 } });
    }
    if (command instanceof PutObjectCommand) {
      const { Key: key = "", Body, ContentType: contentType, CacheControl: cacheControl } = command.input;
      return this.#put({ key, text: String(Body), headers: { contentType, cacheControl } });
    }
    if (command instanceof ListObjectVersionsCommand) {
      const { Prefix = "", KeyMarker, VersionIdMarker } = command.input;
      const found = this.versions.filter(({ key }) => key.startsWith(Prefix));
      const begin = found.findIndex(({ key, versionId }) => key === KeyMarker && versionId === VersionIdMarker) + 1;
      const page = found.slice(begin, begin + PAGE);
      const last = page.at(-1);
      return {
        Versions: page.map(({ key: Key, versionId: VersionId }) => ({ Key, VersionId })),
        IsTruncated: begin + PAGE < found.length,
        NextKeyMarker: last?.key,
        NextVersionIdMarker: last?.versionId,
      };
    }
    if (command instanceof DeleteObjectCommand) {
      const { Key, VersionId } = command.input;
      const at = this.versions.findIndex(({ key, versionId }) => key === Key && versionId === VersionId);
      if (at >= 0) this.versions.splice(at, 1);
      return {};
    }
    throw new Error(`This bucket does not know ${command.constructor.name}.`);
  }
}
