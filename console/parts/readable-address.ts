/** An address with the characters that its escapes stand for, e.g. `/雀` for `/%E9%9B%80`; as it stands if it has others. */
export function readableAddress(url: string): string {
  try {
    return decodeURI(url);
  } catch (error) {
    if (error instanceof URIError) return url;
    throw error;
  }
}
