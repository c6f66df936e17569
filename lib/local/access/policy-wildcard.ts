/** IAM's wildcards: `*` for any text, `?` for one character. */
export function wildcard(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
}
