import { ApiProblem } from "../../../client/index.ts";
import { SIGN_IN_AGAIN, useSignedIn } from "../../library/signed-in.ts";
import { notifyFailure } from "../../status/status.tsx";
import { explain } from "./explain.ts";

/** Explains errors; null for one that only says that the session has ended, which the frame says once for all. */
export function useExplain(): (error: unknown) => string | null {
  const { session } = useSignedIn();
  // What shows an error is rendered again when the session ends.
  session.hasEnded.value;
  return (error) =>
    session.hasEnded.peek() && error instanceof ApiProblem && error.status === 401 ? null : explain(error);
}

/** Announces why an action has failed. Once the session has ended, the focus goes to the button that helps. */
export function useTellFailure(): (error: unknown) => void {
  const explainOnce = useExplain();
  return (error) => {
    const why = explainOnce(error);
    if (why !== null) notifyFailure(why);
    else document.getElementById(SIGN_IN_AGAIN)?.focus();
  };
}
