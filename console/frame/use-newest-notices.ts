import { useEffect } from "preact/hooks";
import { useSignedIn } from "../library/signed-in.ts";
import { usePolling } from "../parts/queries/use-polling.ts";
import { useQuery } from "../parts/queries/use-query.ts";

/** Notices are rare, and mailed within a minute. */
const EVERY_MS = 300_000;

/** Reads the newest notices again and again, for the number of the unread ones. */
export function useNewestNotices(): void {
  const { library } = useSignedIn();
  const newest = useQuery("newest notices", (signal) => library.client.notices.list({}, { signal }));
  const { value, error } = newest;
  usePolling(EVERY_MS, newest);
  useEffect(() => {
    if (value === null) return;
    library.readNotices.setNewest({ notices: value.notices, hasMore: value.next_cursor !== null });
  }, [value, library]);
  useEffect(() => {
    // The number that is shown is older; the screen of the notices says why they can't be read.
    if (error !== null) console.warn("The newest notices could not be read.", error);
  }, [error]);
}
