import { pageIdentity } from "../../lambdas/shared/page-identity.ts";

/**
 * The identity of the page at an address, as the API has it: equal for addresses that are saved as one bookmark. A text that
 * is no address is returned unchanged.
 */
export function identityOfPage(address: string): string {
  const text = address.trim();
  return URL.canParse(text) ? pageIdentity(new URL(text)) : text;
}
