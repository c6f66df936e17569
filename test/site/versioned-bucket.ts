import type { S3Client } from "@aws-sdk/client-s3";
import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { s3Error } from "../emulators/s3-error.ts";

/** One version of an object, or a mark of its deletion. */
interface Version {
  readonly key: string;
  readonly versionId: string;
  /** Null for a mark of deletion. */
  readonly text: string | null;
  readonly headers: { readonly contentType: string | undefined; readonly cacheControl: string | undefined };
}

/** Versions on one page of a list; a thousand at AWS. */
const PAGE = 3;

/** As the SDK reads a list from S3's answer: there is none without an element. */
function listed(versions: readonly Version[]): { Key: string; VersionId: string }[] | undefined {
  const elements = versions.map(({ key: Key, versionId: VersionId }) => ({ Key, VersionId }));
  return elements.length === 0 ? undefined : elements;
}

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
  texts(): Record<string, string | null> {
    return Object.fromEntries(this.versions.map(({ key, text }) => [key, text]));
  }

  /** The headers of an object's latest version. */
  headers(key: string): Version["headers"] | undefined {
    return this.versions.findLast((version) => version.key === key)?.headers;
  }

  /** @param text null deletes the object, as S3's console does: its versions stay, below a mark. */
  put(key: string, text: string | null): void {
    this.#put({ key, text, headers: { contentType: undefined, cacheControl: undefined } });
  }

  #put(version: Omit<Version, "versionId">): void {
    this.#made += 1;
    this.versions.push({ ...version, versionId: `v${this.#made}` });
  }

  async #send(command: object): Promise<unknown> {
    await this.before(command as Parameters<VersionedBucket["before"]>[0]);
    if (!this.exists) {
      throw s3Error("NoSuchBucket", 404);
    }
    if (command instanceof PutObjectCommand) {
      const { Key: key = "", Body, ContentType: contentType, CacheControl: cacheControl } = command.input;
      return this.#put({ key, text: String(Body), headers: { contentType, cacheControl } });
    }
    if (command instanceof ListObjectVersionsCommand) {
      const { Prefix = "", KeyMarker, VersionIdMarker } = command.input;
      // By key, the newest version of each first. Without the version's mark a page begins with the next key.
      const found = this.versions
        .filter(({ key }) => key.startsWith(Prefix))
        .reverse()
        .sort((one, other) => (one.key === other.key ? 0 : one.key < other.key ? -1 : 1));
      const isRead = ({ key, versionId }: Version) => key === KeyMarker && versionId === (VersionIdMarker ?? versionId);
      const begin = found.findLastIndex(isRead) + 1;
      const page = found.slice(begin, begin + PAGE);
      const last = page.at(-1);
      return {
        Versions: listed(page.filter(({ text }) => text !== null)),
        DeleteMarkers: listed(page.filter(({ text }) => text === null)),
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
