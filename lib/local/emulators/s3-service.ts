import type { StorageFailed } from "../storage-failure.ts";
import { isStorageFailure } from "../storage-failure.ts";
import type { AwsCall, AwsService, Need } from "./aws-endpoint.ts";
import type { EmulatorAnswer } from "./emulator-http.ts";
import { send } from "./emulator-http.ts";
import { KeyedLock } from "./keyed-lock.ts";
import { asVersions, listInPlaceOfVersions } from "./object-versions.ts";

/**
 * S3, path-style: checks the caller's permissions, evaluates the conditions of a write, which the emulator ignores,
 * then calls the emulator. Writes of one key are serialized, so that no write comes between a condition and its write.
 *
 * @param failed is called with the error of a write that the emulator could not store
 */
export function s3Service(port: number, failed?: StorageFailed): AwsService {
  const locks = new KeyedLock();
  return async (call) => {
    for (const [action, resource] of needs(call)) {
      const message = call.caller.refusal(action, resource);
      if (message !== null) return xmlError(403, "AccessDenied", message);
    }
    const list = listInPlaceOfVersions(call.method, call.path);
    if (list !== undefined) return asVersions(await send(port, "GET", list, "", {}));
    const pass = () => send(port, call.method, call.path, call.body, call.headers);
    if (call.method === "GET" || call.method === "HEAD") return hidden(call, await pass());
    const write = async () => {
      const answer = await pass();
      const error = new Error(answer.body.toString());
      if (answer.status >= 500 && isStorageFailure(error)) failed?.(error);
      return answer;
    };
    return locks.run(objectPath(call), async () => (await checkConditions(port, call)) ?? write());
  };
}

/**
 * Without the right to list the bucket, S3 answers 403 for a missing object (API reference, HeadObject, "Permissions").
 */
function hidden(call: AwsCall, answer: EmulatorAnswer): EmulatorAnswer {
  if (answer.status !== 404) return answer;
  const message = call.caller.refusal("s3:ListBucket", `arn:aws:s3:::${objectPath(call).split("/")[1]}`);
  return message === null ? answer : xmlError(403, "AccessDenied", message);
}

/**
 * The refusal of a PutObject whose condition does not hold (S3 user guide, "How to prevent object overwrites with
 * conditional writes"); undefined when the write may proceed.
 */
async function checkConditions(port: number, call: AwsCall): Promise<EmulatorAnswer | undefined> {
  const { "if-match": expected, "if-none-match": absent } = call.headers;
  if (call.method !== "PUT" || (expected ?? absent) === undefined) return undefined;
  if (absent !== undefined && absent !== "*") {
    return xmlError(501, "NotImplemented", "A header you provided implies functionality that is not implemented.");
  }
  const { status, headers } = await send(port, "HEAD", objectPath(call), "", {});
  const etag = status === 200 ? headers.etag : undefined;
  if (expected !== undefined && etag === undefined) {
    return xmlError(404, "NoSuchKey", "The specified key does not exist.");
  }
  const holds = expected === undefined ? etag === undefined : unquoted(expected) === unquoted(etag);
  if (holds) return undefined;
  return xmlError(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
}

/** S3 accepts an ETag with its quotes and without. */
const unquoted = (etag: string | undefined) => etag?.replace(/^"(.*)"$/, "$1");

/** Path of the bucket and the key, without the query. */
const objectPath = ({ path }: AwsCall) => new URL(path, "http://s3").pathname;

function xmlError(status: number, code: string, message: string): EmulatorAnswer {
  return {
    status,
    headers: { "content-type": "application/xml" },
    body: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`),
  };
}

const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: "s3:GetObject",
  HEAD: "s3:GetObject",
  PUT: "s3:PutObject",
  POST: "s3:PutObject",
  DELETE: "s3:DeleteObject",
};

function needs(call: AwsCall): Need[] {
  const { method, headers } = call;
  const { pathname, searchParams: query } = new URL(call.path, "http://s3");
  const [bucket = "", ...key] = pathname.slice(1).split("/");
  const arn = `arn:aws:s3:::${bucket}`;
  if (key.join("/") === "") return [[query.has("versions") ? "s3:ListBucketVersions" : "s3:ListBucket", arn]];
  const object = `${arn}/${decodeURIComponent(key.join("/"))}`;
  const ofVersion = query.has("versionId") ? "Version" : "";
  const own: Need = [`${OBJECT_ACTIONS[method] ?? `s3:${method}`}${ofVersion}`, object];
  // If-Match reveals the object's ETag, so it requires the right to read it.
  return method === "PUT" && headers["if-match"] !== undefined ? [own, ["s3:GetObject", object]] : [own];
}
