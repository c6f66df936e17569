import { randomUUID } from "node:crypto";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { readEnvironment } from "../env.ts";
import { callerUses } from "../uses.ts";
import type { Sample } from "../warm-up-handler.ts";
import type { HttpEvent } from "./http-api.ts";
import type { Route } from "./route.ts";
import { routeKey } from "./route.ts";

/**
 * A request for the warm-up of an HTTP function: of an administrator, with a word for each parameter of the path, and
 * answered with success.
 */
export function sampleRequest(route: Route, body?: object): Sample<HttpEvent, APIGatewayProxyStructuredResultV2> {
  const key = routeKey(route);
  const names = Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  return {
    event: () => {
      const claims = {
        sub: "warm-up",
        token_use: "access",
        [readEnvironment(callerUses).GROUPS_CLAIM]: ["admin"],
      };
      const token = [{}, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
      const event = {
        version: "2.0",
        routeKey: key,
        rawPath: route.path,
        rawQueryString: "",
        pathParameters: Object.fromEntries(names.map((name) => [name, "warm-up"])),
        headers: {
          authorization: `Bearer ${token}.`,
          "content-type": "application/json",
          "accept-encoding": "gzip",
          ...(route.idempotencyKey === "required" ? { "idempotency-key": randomUUID() } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        isBase64Encoded: false,
        requestContext: {
          authorizer: { jwt: { claims: { sub: claims.sub } } },
          http: { method: route.method, path: route.path, sourceIp: "192.0.2.1" },
          requestId: "warm-up",
        },
      };
      return event as unknown as HttpEvent;
    },
    isDone: ({ statusCode = 0 }) => statusCode >= 200 && statusCode < 300,
  };
}
