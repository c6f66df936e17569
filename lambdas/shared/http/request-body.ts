import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { isJsonType, parseMediaType } from "../outbound/media-type.ts";
import { Rejected } from "./rejected.ts";
import type { BodyType } from "./route.ts";

/** No thing of ours is larger; the gateway itself would let 10 MB through. */
const MAX_BODY_BYTES = 64 * 1024;

type Bodied = Pick<APIGatewayProxyEventV2, "headers" | "body" | "isBase64Encoded">;

/** The body's bytes; an event without one gives none. @throws Rejected 413 over 64 KiB. */
export function bodyBytes(event: Bodied): Buffer {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > MAX_BODY_BYTES) {
    throw new Rejected(413, "body_too_large", `A body may have ${MAX_BODY_BYTES} bytes at the most.`);
  }
  return bytes;
}

/**
 * Reads a body of the type that its route takes.
 *
 * @returns of JSON what it holds; of a form its texts by name, as a list where a name came several times
 * @throws Rejected 415 when the body is declared as something else, 400 `invalid_json` when it is not JSON or not there
 */
export function parsedBody(event: Bodied, bytes: Buffer, type: BodyType = "application/json"): unknown {
  const { essence } = parseMediaType(event.headers["content-type"]);
  if (bytes.length > 0 && !IS_OF_TYPE[type](essence)) {
    throw new Rejected(415, "unsupported_media_type", `Send the body as ${type}.`);
  }
  const text = bytes.toString("utf8");
  return type === "application/json" ? json(text) : form(text);
}

const IS_OF_TYPE: Readonly<Record<BodyType, (essence: string) => boolean>> = {
  "application/json": (essence) => essence.startsWith("application/") && isJsonType(essence),
  "application/x-www-form-urlencoded": (essence) => essence === "application/x-www-form-urlencoded",
};

function form(text: string): unknown {
  // In one walk: to look each name up among all fields would take the square of their number.
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const there = fields.get(name);
    if (there === undefined) fields.set(name, value);
    else if (typeof there === "string") fields.set(name, [there, value]);
    else there.push(value);
  }
  return Object.fromEntries(fields);
}

/** The escape of half a surrogate pair; of whole pairs, too. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * What a text of JSON holds. Half a surrogate pair, which JSON can write, becomes U+FFFD: no text of UTF-8 has one, so that
 * the tables refuse it, and what is answered would be another text than what is kept.
 */
function json(text: string): unknown {
  try {
    if (!SURROGATE.test(text)) return JSON.parse(text);
    return JSON.parse(text, (_name, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
  } catch (cause) {
    throw new Rejected(400, "invalid_json", "The body is not JSON.", { cause });
  }
}
