import { PictureStore } from "../../../lambdas/shared/pictures/picture-store.ts";
import { MemoryBucket } from "../../emulators/memory-bucket.ts";

/** The pictures' bucket, in memory. */
export class PictureBucket extends MemoryBucket {
  readonly store = new PictureStore(this.client, "pictures");
}
