import type { AwsCall, AwsService, Need } from "./aws-front.ts";
import { send } from "./emulator-http.ts";

/** S3, path-style: asks the caller's role, then the emulator. */
export function s3Service(port: number): AwsService {
  return async (call) => {
    const [action, resource] = need(call);
    const message = call.caller.refusal(action, resource);
    if (message === null) return send(port, call.method, call.path, call.body, call.headers);
    return {
      status: 403,
      headers: { "content-type": "application/xml" },
      body: Buffer.from(`<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`),
    };
  };
}

const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: "s3:GetObject",
  HEAD: "s3:GetObject",
  PUT: "s3:PutObject",
  POST: "s3:PutObject",
  DELETE: "s3:DeleteObject",
};

function need({ method, path }: AwsCall): Need {
  const [bucket = "", ...key] = new URL(path, "http://s3").pathname.slice(1).split("/");
  const arn = `arn:aws:s3:::${bucket}`;
  if (key.join("/") === "") return ["s3:ListBucket", arn];
  return [OBJECT_ACTIONS[method] ?? `s3:${method}`, `${arn}/${decodeURIComponent(key.join("/"))}`];
}
