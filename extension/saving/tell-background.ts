/** What pages say to the script in the background: that something waits to be sent, or does no more. */
export const WAITING = "waiting";

/** Has the script in the background send what waits: this page may be closed at any moment. */
export async function tellBackground(): Promise<void> {
  // Nobody listens while the browser replaces the extension by a newer one; that one sends what waits when it starts.
  await chrome.runtime.sendMessage(WAITING).catch(() => undefined);
}
