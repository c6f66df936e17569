import { errorFields, log } from "../../shared/log.ts";
import type { Contents } from "../domain/content.ts";

/**
 * Deletes a page that was sent and to which no bookmark points any more. What can't be deleted now is deleted with the
 * bookmark's folder, or by the bucket.
 */
export async function deleteSentPage(
  key: string,
  sentPages: Pick<Contents, "delete">,
  about: { readonly bookmark_id: string; readonly correlation_id: string },
): Promise<void> {
  try {
    await sentPages.delete(key);
  } catch (error) {
    log.warn("sent_page_not_deleted", { ...about, ...errorFields(error) });
  }
}
