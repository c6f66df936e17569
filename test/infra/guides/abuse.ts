import type { Resource, Synthesized } from "../synthesized.ts";
import type { Operation, Paid } from "./cost.ts";
import { costOfMillion, LINE_BYTES, PRICES } from "./cost.ts";

const DAY_SECONDS = 24 * 3_600;
/** Gateway's access log, the function's line and the platform's. */
const LINES = 3;

/** The additional usage of a request to a route, beyond that of every request. */
export interface RouteUse {
  /** Seconds of the function; by default 0.05, as in the other tables. */
  readonly seconds?: number;
  readonly reads?: number;
  readonly writes?: number;
  /** Half megabytes of the request, each of which the gateway counts as one; by default 1. */
  readonly halves?: number;
  /** Bytes of the answer for a client that accepts no compression; by default 1,000. */
  readonly bytes?: number;
  /** The cost of the requests until the user's limit is reached; further ones are refused. */
  readonly work?: { readonly operation: Operation; readonly most: number };
}

/** A line of the bill of a day. */
export interface Charge {
  readonly what: string;
  readonly requests: number;
  readonly dollars: number;
}

/** A route as the gateway has it. */
export interface GatewayRoute {
  readonly key: string;
  readonly isPublic: boolean;
  /** Requests that its throttle lets through in a day. */
  readonly aDay: number;
  readonly megabytes: number;
  /** Logical id of its function. */
  readonly functionId: string;
}

/** Every route of the API with its throttle, as the template has them. */
export function gatewayRoutes(stack: Synthesized): readonly GatewayRoute[] {
  const [[, stage] = []] = stack.some("AWS::ApiGatewayV2::Stage");
  const { DefaultRouteSettings: usual, RouteSettings: own = {} } = stage?.Properties ?? {};
  return stack.some("AWS::ApiGatewayV2::Route").map(([, { Properties }]) => {
    const key = String(Properties.RouteKey);
    const [, reference] = Properties.Target["Fn::Join"][1];
    const [, integration] = stack.target(reference, "AWS::ApiGatewayV2::Integration");
    const [functionId, target] = stack.target(integration.Properties.IntegrationUri, "AWS::Lambda::Function");
    const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = own[key] ?? usual;
    return {
      key,
      isPublic: Properties.AuthorizationType === "NONE",
      aDay: rate * DAY_SECONDS + burst,
      megabytes: target.Properties.MemorySize,
      functionId,
    };
  });
}

const dollars = (uses: Partial<Record<Paid, number>>) =>
  Object.entries(uses).reduce((sum, [paid, quantity]) => sum + quantity * PRICES[paid as Paid].each, 0);

/** A route at its throttle for a day, without its workers. */
export function routeCharge(route: GatewayRoute, use: RouteUse = {}): Charge {
  const { seconds = 0.05, reads = 1, writes = 0, halves = 1, bytes = 1_000, work } = use;
  const each = dollars({
    apiRequest: halves,
    invocation: 1,
    gigabyteSecond: (seconds * route.megabytes) / 1_024,
    tableRead: reads,
    tableWrite: writes,
    logGigabyte: (LINES * LINE_BYTES) / 1e9,
    apiGigabyte: bytes / 1e9,
  });
  const worked = work === undefined ? 0 : Math.min(work.most, route.aDay);
  const workDollars = work === undefined ? 0 : (worked * all(work.operation)) / 1e6;
  return { what: `\`${route.key}\``, requests: route.aDay, dollars: (route.aDay - worked) * each + workDollars };
}

/** Dollars of a million. */
function all(operation: Operation): number {
  return Object.values(costOfMillion(operation)).reduce((sum, part) => sum + part, 0);
}

/** The worker of a queue, busy all day in all its places. @param queue its name, without the stage */
export function workerCharge(stack: Synthesized, queue: string): Charge {
  const isOf = ([, { Properties }]: readonly [string, Resource]) => {
    const [, { Properties: source }] = stack.target(Properties.EventSourceArn, "AWS::SQS::Queue");
    return stack.withoutStage(source.QueueName) === queue;
  };
  const found = stack.some("AWS::Lambda::EventSourceMapping").find(isOf);
  if (found === undefined) throw new Error(`Nobody works on queue ${queue}`);
  const { FunctionName, ScalingConfig } = found[1].Properties;
  const [, target] = stack.target(FunctionName, "AWS::Lambda::Function");
  const seconds = ScalingConfig.MaximumConcurrency * DAY_SECONDS;
  return {
    what: `The worker of \`${queue}\`, never idle`,
    requests: 0,
    dollars: dollars({ gigabyteSecond: (seconds * target.Properties.MemorySize) / 1_024 }),
  };
}

/** CloudFront's traffic at a rate for a day, without its free terabyte a month. @param megabits a second */
export function edgeCharge(megabits: number): Charge {
  const gigabytes = (megabits * DAY_SECONDS) / 8 / 1_000;
  const requests = Math.round((gigabytes * 1e9) / EDGE_ANSWER);
  return {
    what: `${megabits} Mbit/s, ${gigabytes.toFixed(0)} GB`,
    requests,
    dollars: dollars({ edgeGigabyte: gigabytes, edgeRequest: requests }),
  };
}

/** What the firewall lets one address send in a day, and what that costs. @param most requests in five minutes */
export function firewalledCharge(most: number): Charge {
  const requests = most * (DAY_SECONDS / 300);
  const gigabytes = (requests * EDGE_ANSWER) / 1e9;
  return {
    what: `One address behind the firewall, ${gigabytes.toFixed(0)} GB`,
    requests,
    dollars: dollars({ edgeGigabyte: gigabytes, edgeRequest: requests, firewallRequest: requests }),
  };
}

/** Bytes of an answer of CloudFront's: about a script of the console. */
const EDGE_ANSWER = 50_000;
