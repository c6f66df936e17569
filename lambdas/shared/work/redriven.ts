/** The fields that every work item with a message has. */
export interface WorkItem {
  /** The id of the latest request for work. A message with another id is late and must not change anything. */
  readonly workId: string;
  readonly status: string;
}

/**
 * Whether this is the first receive of a message; a redriven message has one again. Only then may a `failed` work item
 * be processed once more: a later receive of the message that failed the work item must not undo that.
 */
export function isFirstReceive({ receiveCount }: { readonly receiveCount: number }): boolean {
  return receiveCount === 1;
}

/** Whether a work item has failed, and by this request. */
export function hasFailed(workItem: WorkItem | null, workId: string): boolean {
  return workItem?.workId === workId && workItem.status === "failed";
}

/**
 * Whether a message's work item is to be processed: pending, or failed if this is the message's first receive; and the work was
 * not requested again since the message was sent.
 *
 * @param workId the message's
 */
export function isProcessable<T extends WorkItem>(
  workItem: T | null,
  workId: string,
  receive: { readonly receiveCount: number },
): workItem is T {
  if (workItem?.workId !== workId) return false;
  return workItem.status === "pending" || (workItem.status === "failed" && isFirstReceive(receive));
}
