import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The signed parts of a request. Names of headers are in lower case. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The parts of an `Authorization` header of Signature Version 4. */
export interface Authorization {
  readonly accessKeyId: string;
  /** `<date>/<region>/<service>/aws4_request`. */
  readonly scope: string;
  /** Names of the headers that are signed, in their order. */
  readonly signedHeaders: readonly string[];
  /** Hexadecimal. */
  readonly signature: string;
}

/** The permitted clock skew of a request in milliseconds; AWS's limit is the same. */
const MAX_SKEW_MS = 5 * 60_000;

/** The contents of an `Authorization` header; undefined for any other scheme and for a header that lacks a part. */
export function readAuthorization(header: string | undefined): Authorization | undefined {
  const parts =
    /^AWS4-HMAC-SHA256\s+Credential=([^/,\s]+)\/([^,\s]+)\s*,\s*SignedHeaders=([^,\s]+)\s*,\s*Signature=([0-9a-f]+)$/.exec(
      header?.trim() ?? "",
    );
  if (parts === null) return undefined;
  const [, accessKeyId = "", scope = "", signedHeaders = "", signature = ""] = parts;
  return { accessKeyId, scope, signedHeaders: signedHeaders.split(";"), signature };
}

/**
 * Whether a request was recently signed with a secret key and has not been changed since (IAM guide, "Create a signed
 * AWS API request").
 *
 * @param now milliseconds of the epoch
 */
export function isSignedBy(
  secretAccessKey: string,
  request: SignedRequest,
  authorization: Authorization,
  now: number,
): boolean {
  const { headers, body } = request;
  if (!(Math.abs(now - signedAt(headers["x-amz-date"])) <= MAX_SKEW_MS)) return false;
  const payload = headers["x-amz-content-sha256"];
  // S3's clients may leave the body unsigned or sign it in chunks; the header's value is signed in each case.
  if (payload !== undefined && /^[0-9a-f]{64}$/.test(payload) && payload !== sha256(body)) return false;
  if (!authorization.signedHeaders.includes("host")) return false;
  const expected = Buffer.from(signatureOf(secretAccessKey, request, authorization), "hex");
  const given = Buffer.from(authorization.signature, "hex");
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The signature of a request, in hexadecimal, over the headers and the scope that `authorization` names. */
export function signatureOf(
  secretAccessKey: string,
  request: SignedRequest,
  { scope, signedHeaders }: Pick<Authorization, "scope" | "signedHeaders">,
): string {
  const [, , service = ""] = scope.split("/");
  const toSign = [
    "AWS4-HMAC-SHA256",
    request.headers["x-amz-date"] ?? "",
    scope,
    sha256(canonical(request, signedHeaders, service)),
  ].join("\n");
  return createHmac("sha256", signingKey(secretAccessKey, scope)).update(toSign).digest("hex");
}

/** The number of signing keys that are kept before all are dropped. A scope lasts a day. */
const KEPT_KEYS = 500;
const signingKeys = new Map<string, Buffer>();

function signingKey(secretAccessKey: string, scope: string): Buffer {
  const name = `${secretAccessKey} ${scope}`;
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  const [date = "", region = "", service = ""] = scope.split("/");
  const key = [date, region, service, "aws4_request"].reduce(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  if (signingKeys.size >= KEPT_KEYS) signingKeys.clear();
  signingKeys.set(name, key);
  return key;
}

function canonical({ method, path, headers, body }: SignedRequest, signed: readonly string[], service: string): string {
  const [pathname = "/", query = ""] = path.split(/\?(.*)/s);
  return [
    method,
    // S3 signs the path as it is sent; for every other service it is encoded once more.
    service === "s3" ? pathname : pathname.split("/").map(encoded).join("/"),
    canonicalQuery(query),
    ...signed.map((name) => `${name}:${(headers[name] ?? "").trim().replaceAll(/\s+/g, " ")}`),
    "",
    signed.join(";"),
    headers["x-amz-content-sha256"] ?? sha256(body),
  ].join("\n");
}

function canonicalQuery(query: string): string {
  const parameters = query.split("&").filter((part) => part !== "");
  return parameters
    .map((part) => {
      const [name = "", value = ""] = part.split(/=(.*)/s);
      return `${encoded(decodeURIComponent(name))}=${encoded(decodeURIComponent(value))}`;
    })
    .sort()
    .join("&");
}

/** Percent-encoding of everything but RFC 3986's unreserved characters. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Milliseconds of the epoch of a basic ISO 8601 time such as `20261120T030000Z`; NaN for anything else. */
function signedAt(date: string | undefined): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date ?? "");
  if (parts === null) return Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
