import type { ConsoleConfig } from "../config.ts";
import { restoreTypedAddresses } from "../parts/forms/typed-addresses.ts";
import { loadConfig } from "../session/load-config.ts";
import { Session } from "../session/session.ts";
import { SIGNED_IN_PATH } from "../session/signed-in-path.ts";

/** How a start has ended. */
export type Begun =
  | { readonly step: "failed"; readonly why: string }
  | { readonly step: "no-sign-in" }
  | { readonly step: "no-storage"; readonly why: string }
  | {
      readonly step: "ready";
      readonly config: ConsoleConfig;
      readonly session: Session;
      /** What was thrown when the issuer's answer was taken, or the stored session was read; null for nothing. */
      readonly signInError: unknown;
    };

/** Starts, whatever comes of it. It needs no texts, which are loaded meanwhile. */
export function begin(): Promise<Begun> {
  return start().catch((error: unknown) => ({ step: "failed", why: String(error) }));
}

/** Loads the addresses, and takes the issuer's answer if this page is where the issuer has sent the browser. */
async function start(): Promise<Begun> {
  const config = await loadConfig();
  if (config.sign_in === null) return { step: "no-sign-in" };
  const session = new Session(config.sign_in);
  let signInError: unknown = null;
  if (location.pathname === SIGNED_IN_PATH) {
    let path = "/app/";
    try {
      const answer = await session.signedIn();
      path = answer.path;
      restoreTypedAddresses(answer.kept);
    } catch (error) {
      signInError = error;
    }
    // The code of the issuer's answer must not stay in the address.
    history.replaceState(null, "", path);
  }
  try {
    session.read();
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") {
      return { step: "no-storage", why: error.message };
    }
    // The stored session can't be used at this stage; signing in again replaces it.
    signInError ??= error;
  }
  return { step: "ready", config, session, signInError };
}
