import { indexedDbStorage } from "../../client/browser/index.ts";
import type { QueueEvent, QueueStorage } from "../../client/index.ts";
import { MagpieClient, OfflineQueue } from "../../client/index.ts";
import type { Session } from "../session/session.ts";
import type { Stage } from "../stage/stage.ts";

export interface PersonsQueue {
  readonly client: MagpieClient;
  readonly queue: OfflineQueue;
  readonly storage: QueueStorage;
}

/**
 * Opens the queue of a person. Each page and script of the extension has one of its own over the same database: one of them
 * sends at a time, each entry under its own key.
 */
export function openQueue(
  { apiUrl }: Stage,
  session: Session,
  personId: string,
  onEvent: (event: QueueEvent) => void = () => undefined,
): PersonsQueue {
  const client = new MagpieClient({
    baseUrl: apiUrl,
    token: (refused) => session.token(personId, refused),
    retry: { maxAttempts: 2, firstWaitMs: 300 },
  });
  const storage = indexedDbStorage(queueName(apiUrl, personId));
  return { client, storage, queue: new OfflineQueue({ client, storage, onEvent }) };
}

/** What waits stays when the person signs out, and is sent after the next sign-in. */
function queueName(apiUrl: string, personId: string): string {
  return `magpie-queue ${apiUrl} ${personId}`;
}
