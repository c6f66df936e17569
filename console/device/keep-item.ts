import { signal } from "@preact/signals";

/** Whether this device has refused to keep something because it has no space left. */
export const isDeviceFull = signal(false);

/** Whether an error says that the device has no space left. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** Keeps a text in a storage of the browser. On a device without space it is not kept, which the frame tells. */
export function keepItem(storage: Storage, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch (error) {
    if (!isFull(error)) throw error;
    isDeviceFull.value = true;
  }
}
