import { shownPage } from "./shown-page.ts";

const MIB = 1_024 * 1_024;
/** What the API takes of a page, in bytes: before and after it is packed. */
const MOST = 8 * MIB;
const MOST_PACKED = 4 * MIB;

/** A page in gzip and base64, or why there is none. */
export type PackedPage = { readonly page: string } | { readonly problem: "too_large" | "unreadable" };

/** The page of a tab as the person sees it, packed to be sent. The person has used the extension on the tab (`activeTab`). */
export async function packedPage(tabId: number): Promise<PackedPage> {
  let html: string | null | undefined;
  try {
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, func: shownPage, args: [MOST] });
    html = frame?.result;
  } catch {
    // The browser keeps extensions away from the page.
  }
  if (html === undefined) return { problem: "unreadable" };
  const bytes = new TextEncoder().encode(html ?? "");
  if (html === null || bytes.length > MOST) return { problem: "too_large" };
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  return packed.length > MOST_PACKED ? { problem: "too_large" } : { page: base64(packed) };
}

/** In steps: a call takes some ten thousand arguments. */
function base64(bytes: Uint8Array): string {
  const STEP = 8_192;
  let units = "";
  for (let at = 0; at < bytes.length; at += STEP) units += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(units);
}
