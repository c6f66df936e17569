import type { Configuration, ServerMetadata, TokenEndpointResponse } from "openid-client";
import * as oidc from "openid-client";
import { CliError } from "../cli-error.ts";
import { requireSecure } from "../require-secure.ts";

export interface IssuerClient {
  readonly authority: string;
  readonly client_id: string;
}

/**
 * Reads an issuer's configuration. The address of the configuration need not be the `iss` of its tokens: the local system's
 * tokens have the form of Cognito's.
 *
 * @throws CliError when it can't be read
 */
export async function readIssuer({ authority, client_id }: IssuerClient): Promise<Configuration> {
  const address = `${requireSecure(authority)}/.well-known/openid-configuration`;
  const metadata = await readJson<ServerMetadata>(address);
  const configuration = new oidc.Configuration(metadata, client_id, undefined, oidc.None());
  // The local system's issuer, on loopback.
  if (new URL(authority).protocol === "http:") oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** An access token in the form in which it is stored: with the time at which it ends. */
export function keptTokens({ access_token, expires_in = 0 }: TokenEndpointResponse, at: Date) {
  return { access_token, expires_at: new Date(at.getTime() + expires_in * 1_000).toISOString() };
}

/** @throws CliError when there is no answer, or one that is not JSON */
export async function readJson<T>(address: string): Promise<T> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()) as T;
  } catch (cause) {
    throw new CliError(`${address} can't be read (${reasonOf(cause)}). Check the address and the network.`, { cause });
  }
}

/** The reason of an error, in a few words: fetch has it in the cause. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const { error_description: description } = error as { error_description?: unknown };
  if (typeof description === "string") return description;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
