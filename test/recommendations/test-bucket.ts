import type { PutObjectCommand } from "@aws-sdk/client-s3";
import { MemoryBucket } from "../emulators/memory-bucket.ts";

const LIST_KEY = ".well-known/recommendations.json";

/** The site's bucket in memory, with what its well-known document was. */
export class TestBucket extends MemoryBucket {
  /** Every well-known document that was put, in order. */
  readonly documents: string[] = [];

  /** The well-known document that the site's domain serves; null before the first. */
  document(): string | null {
    return this.objects.get(LIST_KEY)?.bytes.toString() ?? null;
  }

  /** Replaces the well-known document without a request. */
  replace(document: string | null): void {
    if (document === null) this.objects.delete(LIST_KEY);
    else this.objects.set(LIST_KEY, { bytes: Buffer.from(document) });
  }

  protected override put(command: PutObjectCommand): object {
    const answer = super.put(command);
    if (command.input.Key === LIST_KEY) this.documents.push(String(command.input.Body));
    return answer;
  }
}
