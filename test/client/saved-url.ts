import type { Intent } from "../../client/index.ts";

/** The address that an entry saves. */
export function savedUrl({ intent }: { readonly intent: Intent }): string {
  if (!("create" in intent)) throw new Error(`It saves nothing: ${JSON.stringify(intent)}`);
  return intent.body.url;
}
