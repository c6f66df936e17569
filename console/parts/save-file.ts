/** Milliseconds for which the browser can read the file. */
const KEPT_MS = 60_000;

/** Gives the browser a file to keep, as if it had been downloaded. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the file after the click has been handled, some of them not at once.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
