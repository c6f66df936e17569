import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as z from "zod/mini";

/**
 * The parameters of a request's query, for the route's schema. The gateway joins the values of a name that came several
 * times with commas, which a value may hold itself: a parameter that is a list is read from the query as it was sent. A list
 * that is sent as one JSON text, as agents do, is a list, too.
 */
export function queryParameters(
  schema: z.ZodMiniType | undefined,
  {
    queryStringParameters = {},
    rawQueryString,
  }: Pick<APIGatewayProxyEventV2, "queryStringParameters" | "rawQueryString">,
): Readonly<Record<string, unknown>> {
  const lists = Object.keys(queryStringParameters).filter((name) => isList(schema, name));
  const sent = new URLSearchParams(rawQueryString);
  return { ...queryStringParameters, ...Object.fromEntries(lists.map((name) => [name, listed(sent.getAll(name))])) };
}

function listed(values: readonly string[]): readonly unknown[] {
  const [only = ""] = values;
  if (values.length !== 1 || !/^\s*\[.*\]\s*$/s.test(only)) return values;
  try {
    return JSON.parse(only);
  } catch {
    return values;
  }
}

function isList(schema: z.ZodMiniType | undefined, name: string): boolean {
  const field = schema instanceof z.ZodMiniObject ? schema.shape[name] : undefined;
  return (field instanceof z.ZodMiniOptional ? field.def.innerType : field) instanceof z.ZodMiniArray;
}
