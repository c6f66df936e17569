import { cbor, dateToTag } from "@smithy/core/cbor";
import type { AwsCall } from "../emulators/aws-endpoint.ts";
import type { EmulatorAnswer } from "../emulators/emulator-http.ts";

/** An operation's answer, or its error. A `Date` becomes the protocol's form of a time. */
export type Outcome =
  | { readonly ok: true; readonly output: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly message: string };

export type Input = Readonly<Record<string, unknown>>;

/** Decodes a call and encodes its answer. CloudWatch has three protocols, and current clients use all of them. */
interface Protocol {
  readonly operation: (call: AwsCall) => string;
  readonly input: (call: AwsCall) => Input;
  readonly answer: (operation: string, outcome: Outcome) => EmulatorAnswer;
}

const XML_NAMESPACE = "http://monitoring.amazonaws.com/doc/2010-08-01/";

/** Smithy RPC v2 with CBOR bodies: AWS CLI 1.4x and later. */
const CBOR: Protocol = {
  operation: ({ path }) => path.split("/").at(-1) ?? "",
  input: ({ body }) => (body.length === 0 ? {} : (cbor.deserialize(body) as Input)),
  answer: (_operation, outcome) => ({
    status: outcome.ok ? 200 : outcome.status,
    headers: {
      "content-type": "application/cbor",
      "smithy-protocol": "rpc-v2-cbor",
      ...(outcome.ok ? {} : { "x-amzn-query-error": `${outcome.code};Sender` }),
    },
    body: Buffer.from(
      cbor.serialize(
        withTimes(outcome.ok ? outcome.output : { __type: outcome.code, message: outcome.message }, dateToTag),
      ),
    ),
  }),
};

/** JSON bodies: the SDK for JavaScript. */
const JSON_1_0: Protocol = {
  operation: ({ operation }) => operation,
  input: ({ body }) => JSON.parse(body.toString() || "{}") as Input,
  answer: (_operation, outcome) => ({
    status: outcome.ok ? 200 : outcome.status,
    headers: {
      "content-type": "application/x-amz-json-1.0",
      ...(outcome.ok ? {} : { "x-amzn-errortype": outcome.code }),
    },
    body: Buffer.from(
      JSON.stringify(
        withTimes(
          outcome.ok ? outcome.output : { __type: outcome.code, message: outcome.message },
          (time) => time.getTime() / 1_000,
        ),
      ),
    ),
  }),
};

/** Forms answered with XML: the AWS CLI of Debian. */
const QUERY: Protocol = {
  operation: ({ body }) => new URLSearchParams(body.toString()).get("Action") ?? "",
  input: ({ body }) => nested(new URLSearchParams(body.toString())),
  answer: (operation, outcome) => ({
    status: outcome.ok ? 200 : outcome.status,
    headers: { "content-type": "text/xml" },
    body: Buffer.from(
      outcome.ok
        ? `<${operation}Response xmlns="${XML_NAMESPACE}"><${operation}Result>${xml(outcome.output)}</${operation}Result><ResponseMetadata><RequestId>local</RequestId></ResponseMetadata></${operation}Response>`
        : `<ErrorResponse xmlns="${XML_NAMESPACE}"><Error><Type>Sender</Type>${xml({ Code: outcome.code, Message: outcome.message })}</Error><RequestId>local</RequestId></ErrorResponse>`,
    ),
  }),
};

export function protocolOf({ headers }: AwsCall): Protocol {
  if (headers["smithy-protocol"] === "rpc-v2-cbor") return CBOR;
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ? QUERY : JSON_1_0;
}

function withTimes(value: unknown, time: (date: Date) => unknown): unknown {
  if (value instanceof Date) return time(value);
  if (Array.isArray(value)) return value.map((part) => withTimes(part, time));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, withTimes(part, time)]),
  );
}

/** `A.member.1.B=x` as `{A: [{B: "x"}]}`. */
function nested(form: URLSearchParams): Input {
  const root: Record<string, unknown> = {};
  for (const [path, text] of form) {
    const steps = path.split(".").filter((step) => step !== "member");
    let at = root;
    for (const step of steps.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[steps.at(-1) ?? ""] = text;
  }
  return listed(root) as Input;
}

/** Objects whose keys are 1, 2, … are lists. */
function listed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^[1-9]\d*$/.test(key))) return Object.values(value).map(listed);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, listed(part)]));
}

function xml(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((part) => `<member>${xml(part)}</member>`).join("");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => `<${name}>${xml(part)}</${name}>`)
      .join("");
  }
  return String(value).replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
