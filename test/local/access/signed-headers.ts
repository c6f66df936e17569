import type { Caller, Callers, Credentials } from "../../../lib/local/access/callers.ts";
import { signatureOf } from "../../../lib/local/access/signature.ts";

/** A request to sign. */
export interface ToSign {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly service: string;
  readonly credentials: Credentials;
  /** The request's time; now by default. */
  readonly at?: Date;
}

/** The headers of a signed request, for calls without a client of the SDK. */
export function signedHeaders({ origin, method, path, body, service, credentials, at = new Date() }: ToSign) {
  const date = at.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const headers = { host: new URL(origin).host, "x-amz-date": date };
  const scope = `${date.slice(0, 8)}/us-east-1/${service}/aws4_request`;
  const signed = { scope, signedHeaders: Object.keys(headers) };
  const signature = signatureOf(
    credentials.secretAccessKey,
    { method, path, headers, body: Buffer.from(body) },
    signed,
  );
  return {
    "x-amz-date": date,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signed.signedHeaders.join(";")}, Signature=${signature}`,
  };
}

/** The caller that credentials identify, by a request signed with them. @throws Error when they identify none */
export function callerOf(callers: Callers, credentials: Credentials): Caller {
  const call = { origin: "http://127.0.0.1", method: "GET", path: "/", body: "", service: "sqs", credentials };
  const headers = { host: "127.0.0.1", ...signedHeaders(call) };
  const caller = callers.of({ method: "GET", path: "/", headers, body: Buffer.alloc(0) }, Date.now());
  if (typeof caller === "string") throw new Error(caller);
  return caller;
}
