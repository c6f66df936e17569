import type { Bookmark } from "../answers.ts";
import type { MagpieClient } from "../magpie-client.ts";
import { ApiProblem } from "../magpie-error.ts";
import type { CallOptions } from "../transport.ts";

/**
 * Sends the page of a bookmark that is saved. One that is refused for good is given up: the bookmark stays saved.
 *
 * @param page in gzip and base64
 * @throws ApiProblem, NetworkFailure when it is to be sent again
 */
export async function sendSavedPage(
  { bookmarks }: Pick<MagpieClient, "bookmarks">,
  saved: Bookmark,
  page: string,
  once: CallOptions,
): Promise<Bookmark> {
  const gzipped = Uint8Array.from(atob(page), (unit) => unit.charCodeAt(0));
  try {
    try {
      return await bookmarks.sendPage(saved.id, { bytes: gzipped, isGzip: true }, once);
    } catch (error) {
      if (!isProblem(error) || error.code !== "invalid_gzip") throw error;
      // A gateway that takes it for a text breaks it on the way.
      return await bookmarks.sendPage(saved.id, { bytes: await unpacked(gzipped), isGzip: false }, once);
    }
  } catch (error) {
    if (isProblem(error) && !error.retryable && error.status !== 401) return saved;
    throw error;
  }
}

function isProblem(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem;
}

async function unpacked(gzipped: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([gzipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
