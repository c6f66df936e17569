import { gunzipSync } from "node:zlib";
import type { PutObjectCommand } from "@aws-sdk/client-s3";
import { ContentStore } from "../../lambdas/bookmarks/tables/content-store.ts";
import { SentPageStore } from "../../lambdas/bookmarks/tables/sent-page-store.ts";
import { MemoryBucket } from "../emulators/memory-bucket.ts";

/** Bucket `content` in memory. */
export class ContentBucket extends MemoryBucket {
  readonly store = new ContentStore(this.client, "content");
  readonly sentPages = new SentPageStore(this.client, "content");

  /** @param around handles each call; without it every call is answered */
  constructor(around?: MemoryBucket["around"]) {
    super();
    if (around) this.around = around;
  }

  /** The content of an object. */
  read(key: string): Record<string, unknown> {
    return JSON.parse(gunzipSync(this.objects.get(key)?.bytes ?? new Uint8Array()).toString());
  }

  protected override put(command: PutObjectCommand): object {
    const before = this.objects.get(command.input.Key ?? "");
    const Body = command.input.Body as Uint8Array;
    // The SDK's second attempt writes the same again.
    if (Buffer.compare(before?.bytes ?? Body, Body) !== 0) throw new Error("An object is never written again.");
    return super.put(command);
  }
}
