import { request } from "node:http";
import { parseJson } from "../../../client/parse-json.ts";
import { requireSecure } from "../require-secure.ts";

export interface ProbeResult {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

const TIMEOUT_MS = 10_000;

/**
 * Requests an address of the system once.
 *
 * @param form sent by POST instead
 * @throws Error whose `cause` is the network error; CliError for a token that would be sent over plain http
 */
export async function probe(url: string, token?: string, form?: URLSearchParams): Promise<ProbeResult> {
  if (token !== undefined) requireSecure(url);
  const response = await fetch(url, {
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(form === undefined ? {} : { method: "POST", body: form }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, text, json: parseJson(text) };
}

/**
 * Requests a path from a local server under a host name that does not resolve to it.
 *
 * @param origin the server's, over plain HTTP
 * @param form sent by POST instead
 */
export async function probeHost(
  origin: string,
  host: string,
  path: string,
  form?: URLSearchParams,
): Promise<ProbeResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ProbeResult>();
  const outgoing = request(
    new URL(path, origin),
    {
      ...(form === undefined ? {} : { method: "POST" }),
      headers: { host, ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }) },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
    async (incoming) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: incoming.statusCode ?? 0, text, json: parseJson(text) });
      } catch (error) {
        reject(error);
      }
    },
  );
  outgoing.on("error", reject);
  outgoing.end(form?.toString());
  return promise;
}
