import type { Context } from "hono";

/** A value; further ones of the same name follow it in `multiValue`, which repeats the first. */
interface EdgeValue {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[];
}

/** A viewer's request as a function at the edge gets it (CloudFront guide, "CloudFront Functions event structure"). */
export interface EdgeRequest {
  readonly method: string;
  readonly uri: string;
  readonly querystring: Readonly<Record<string, EdgeValue>>;
  readonly headers: Readonly<Record<string, EdgeValue>>;
  readonly cookies: Readonly<Record<string, EdgeValue>>;
}

/** The answer of a function itself, for which no origin is asked. */
export interface EdgeAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, EdgeValue>>;
  readonly body?: string;
}

/** The event's request of a viewer's request. Values are as they were sent, not decoded. */
export function edgeRequest({ req }: Context): EdgeRequest {
  const { pathname, search } = new URL(req.url);
  const { cookie = "", ...headers } = req.header();
  return {
    method: req.method,
    uri: pathname,
    querystring: valuesOf(search.slice(1).split("&")),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
    cookies: valuesOf(cookie.split(";")),
  };
}

/** The response that a function's own answer is. */
export function edgeAnswer({ statusCode, headers = {}, body }: EdgeAnswer): Response {
  const sent = Object.entries(headers).map(([name, { value }]): [string, string] => [name, value]);
  return new Response(body, { status: statusCode, headers: sent });
}

function valuesOf(pairs: readonly string[]): Record<string, EdgeValue> {
  const named = pairs
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("=") };
    });
  const values = Map.groupBy(named, ({ name }) => name);
  return Object.fromEntries(
    [...values].map(([name, [first, ...others]]) => {
      const multiValue = [first, ...others].map((each) => ({ value: String(each?.value) }));
      return [name, { value: String(first?.value), ...(others.length > 0 ? { multiValue } : {}) }];
    }),
  );
}
