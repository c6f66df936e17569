/** Gives the browser a file to keep, as if it had been downloaded. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file over when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
