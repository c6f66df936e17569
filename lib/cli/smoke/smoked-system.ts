import type { SQSClient } from "@aws-sdk/client-sqs";
import type { MagpieClient } from "../../../client/magpie-client.ts";
import type { FoundApi } from "../found-api.ts";

/** The address of the system under test, and the operator's access to it beside the API. */
export interface SystemUnderSmoke {
  /** Without a slash at the end. */
  readonly siteUrl: string;
  /** The server that serves the site by its `Host`, where the site's host name does not resolve to it. */
  readonly siteServer?: string;
  /** With the operator's credentials. */
  readonly sqs: SQSClient;
  /** The stage, with which the names of queues begin. */
  readonly stage: string;
  /** The command line for this system, e.g. `npm run -s magpie -- --stage prod`. */
  readonly called: string;
  /** Signs in a user for the run. @throws CliError with the remedy, or AWS's error */
  signIn(): Promise<SignedInUser>;
}

/** The user of a run, who is an administrator. */
export interface SignedInUser {
  readonly api: FoundApi;
  /** The user's `sub`, if only this command acts as the user. */
  readonly sub: string | undefined;
  /** Deletes the user, if the run has made it. */
  remove(): Promise<void>;
}

/** A system with a signed-in user, for every step of a run. */
export interface SmokedSystem extends SystemUnderSmoke {
  readonly client: MagpieClient;
  readonly user: SignedInUser;
  readonly wait: Waiting;
}

export interface Waiting {
  /**
   * Polls until a value exists.
   *
   * @param forMs milliseconds until it gives up
   * @returns undefined when it has given up
   * @throws the signal's reason when the run is interrupted
   */
  until<T>(read: (signal: AbortSignal) => Promise<T | undefined>, forMs: number): Promise<T | undefined>;
}
