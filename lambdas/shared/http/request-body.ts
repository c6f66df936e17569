import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { isJsonType, parseMediaType } from "../outbound/media-type.ts";
import { Rejected } from "./rejected.ts";
import type { BodyType } from "./route.ts";

/** No resource is larger; the gateway would accept 10 MB. */
const MAX_BODY_BYTES = 64 * 1024;

export type Bodied = Pick<APIGatewayProxyEventV2, "headers" | "body" | "isBase64Encoded">;

/** The body's bytes, empty if the event has no body. @throws Rejected 413 over `most` bytes, 64 KiB by default */
export function bodyBytes(event: Bodied, most = MAX_BODY_BYTES): Buffer {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > most) throw bodyTooLarge(most);
  return bytes;
}

/** 413 for a body of more than `most` bytes, as it is sent or without its compression. */
export function bodyTooLarge(most: number): Rejected {
  return new Rejected(413, "body_too_large", `A body may have ${most} bytes at the most.`);
}

export function wrongMediaType(type: string): Rejected {
  return new Rejected(415, "unsupported_media_type", `Send the body as ${type}.`);
}

/**
 * Parses a body of the route's type.
 *
 * @returns for JSON, the parsed value; for a form, its texts by name, as a list where a name occurs several times
 * @throws Rejected 415 when the body is declared as another type, 400 `invalid_json` when it is missing or not JSON
 */
export function parseBody(event: Bodied, bytes: Buffer, type: BodyType = "application/json"): unknown {
  const { essence } = parseMediaType(event.headers["content-type"]);
  if (bytes.length > 0 && !IS_OF_TYPE[type](essence)) {
    throw wrongMediaType(type);
  }
  // A byte order mark, which some programs write before JSON, is no part of it (RFC 8259, 8.1).
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  return type === "application/json" ? json(text) : form(text);
}

const IS_OF_TYPE: Readonly<Record<BodyType, (essence: string) => boolean>> = {
  "application/json": (essence) => essence.startsWith("application/") && isJsonType(essence),
  "application/x-www-form-urlencoded": (essence) => essence === "application/x-www-form-urlencoded",
};

function form(text: string): unknown {
  // In one pass: searching all fields for each name would take quadratic time.
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const there = fields.get(name);
    if (there === undefined) fields.set(name, value);
    else if (typeof there === "string") fields.set(name, [there, value]);
    else there.push(value);
  }
  return Object.fromEntries(fields);
}

/** The escape of one half of a surrogate pair. The escapes of whole pairs match, too. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * Parses JSON. JSON can contain half a surrogate pair, which becomes U+FFFD here: UTF-8 can't contain one, so that tables
 * reject it, and the answer would differ from the stored text.
 */
function json(text: string): unknown {
  try {
    if (!SURROGATE.test(text)) return JSON.parse(text);
    return JSON.parse(text, (_name, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
  } catch (cause) {
    throw new Rejected(400, "invalid_json", "The body is not JSON.", { cause });
  }
}
