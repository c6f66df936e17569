import { randomUUID } from "node:crypto";
import { createContext, Script } from "node:vm";
import type { Template } from "../template/template.ts";
import type { EdgeAnswer, EdgeRequest } from "./edge-event.ts";

/** The decision of a function: the requested path, or the answer. */
export type ViewerRequest = (request: EdgeRequest, ip: string) => Promise<{ readonly uri: string } | EdgeAnswer>;

export interface FunctionAssociation {
  readonly EventType: string;
  readonly FunctionARN: string;
}

/** The runtime of CloudFront Functions that is known here. */
const RUNTIME = "cloudfront-js-2.0";

/**
 * The function that a behaviour runs on its viewers' requests, with the code of the template.
 *
 * @returns undefined for a behaviour without a function
 * @throws Error on another event than `viewer-request`, another runtime, and a function that is not in the template
 */
export function viewerRequestOf(
  template: Template,
  associations: readonly FunctionAssociation[] = [],
): ViewerRequest | undefined {
  const [association, ...others] = associations;
  if (association === undefined) return undefined;
  const unknown = [association, ...others].find(({ EventType }) => EventType !== "viewer-request");
  if (unknown !== undefined || others.length > 0) {
    throw new Error(`The local runner knows one function of viewer-request per behaviour, not ${unknown?.EventType}.`);
  }
  const found = template
    .ofType("AWS::CloudFront::Function")
    .find(({ attributes }) => attributes.FunctionARN === association.FunctionARN);
  if (found === undefined) throw new Error(`The template has no CloudFront function ${association.FunctionARN}.`);
  const { Name, FunctionCode, FunctionConfig } = found.properties;
  const { Runtime } = FunctionConfig as { readonly Runtime: string };
  if (Runtime !== RUNTIME)
    throw new Error(`The local runner knows ${RUNTIME} of CloudFront Functions, not ${Runtime}.`);
  return running(String(FunctionCode), String(Name));
}

function running(code: string, name: string): ViewerRequest {
  // A context of its own: the code finds the language and nothing of Node.
  const context = createContext(Object.create(null));
  new Script(code, { filename: `${name}.js` }).runInContext(context);
  // As text in both directions: neither side holds an object of the other.
  const call = new Script("(async (event) => JSON.stringify(await handler(JSON.parse(event))))").runInContext(context);
  return async (request, ip) => {
    const event = {
      version: "1.0",
      context: { eventType: "viewer-request", requestId: randomUUID() },
      viewer: { ip },
      request,
    };
    const decided = JSON.parse((await call(JSON.stringify(event))) ?? "null") as EdgeRequest | EdgeAnswer | null;
    if (decided !== null && "statusCode" in decided) return decided;
    if (decided === null || !isSameBut(decided, request)) {
      throw new Error(`Of a request that ${name} returns, the local runner applies another uri and nothing else.`);
    }
    return decided;
  };
}

/** Whether two requests differ in nothing but the path. */
function isSameBut(one: EdgeRequest, other: EdgeRequest): boolean {
  return JSON.stringify({ ...one, uri: "" }) === JSON.stringify({ ...other, uri: "" });
}
