import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ConsoleConfig } from "../config.ts";
import type { Person } from "../session/person.ts";
import type { Session } from "../session/session.ts";
import type { Library } from "./library.ts";

/** What every screen works with once somebody is signed in. */
export interface SignedIn {
  readonly config: ConsoleConfig;
  readonly session: Session;
  readonly person: Person;
  readonly library: Library;
}

/** Id of the button of the frame by which a person signs in again when the session has ended. */
export const SIGN_IN_AGAIN = "sign-in-again";

const Context = createContext<SignedIn | null>(null);

/** Provides it to the screens below. */
export const SignedInProvider = Context.Provider;

/** @throws Error outside of `SignedInProvider` */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(Context);
  if (signedIn === null) throw new Error("This component belongs below a SignedInProvider.");
  return signedIn;
}
