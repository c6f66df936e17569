import type { S3Client } from "@aws-sdk/client-s3";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { PictureStore } from "../../../lambdas/shared/pictures/picture-store.ts";

/** An object as it was put. */
interface StoredPicture {
  readonly bytes: Uint8Array;
  readonly type: string | undefined;
  readonly cacheControl: string | undefined;
}

/** The pictures' bucket, in memory. */
export class PictureBucket {
  readonly objects = new Map<string, StoredPicture>();
  /** What becomes of a call: `act` lets it take effect. */
  around: (command: string, act: () => Promise<unknown>) => Promise<unknown> = (_command, act) => act();

  readonly store = new PictureStore(
    {
      send: (command: object) => this.around(command.constructor.name, () => this.#answer(command)),
    } as unknown as Pick<S3Client, "send">,
    "pictures",
  );

  async #answer(command: object): Promise<unknown> {
    if (command instanceof ListObjectsV2Command) {
      const { Prefix = "" } = command.input;
      return { Contents: [...this.objects.keys()].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })) };
    }
    if (command instanceof DeleteObjectsCommand) {
      for (const { Key = "" } of command.input.Delete?.Objects ?? []) this.objects.delete(Key);
      return {};
    }
    if (command instanceof DeleteObjectCommand) {
      this.objects.delete(command.input.Key ?? "");
      return {};
    }
    if (!(command instanceof PutObjectCommand)) throw new Error(`This bucket knows no ${command.constructor.name}.`);
    const { Key = "", Body, ContentType, CacheControl, IfNoneMatch } = command.input;
    if (IfNoneMatch === "*" && this.objects.has(Key)) throw s3Error("PreconditionFailed", 412);
    const picture = { bytes: Body as Uint8Array, type: ContentType, cacheControl: CacheControl };
    this.objects.set(Key, picture);
    return {};
  }
}

/** An error of S3, of the class that the SDK has for all of them. */
export function s3Error(name: string, httpStatusCode: number): S3ServiceException {
  return new S3ServiceException({ name, message: `injected ${name}`, $fault: "client", $metadata: { httpStatusCode } });
}
