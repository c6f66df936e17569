import type { Resource } from "../../lib/local/template/assembly.ts";
import { assembly } from "../../lib/local/template/assembly.ts";
import type { QueueNumbers } from "./simulated-queue.ts";

const LOCAL_STAGE = "local";

/** The numbers of a stage that limit its load. */
export interface Deployed {
  /** By the queue's name without the stage. */
  readonly queues: Readonly<Record<string, QueueNumbers>>;
  /** Requests a second that a route takes. */
  readonly routeThrottle: number;
  /** Megabytes of a function by its entry, e.g. `slides/worker`. */
  readonly memory: (entry: string) => number;
}

/** Reads the numbers from a template. @param stage the stage that the names begin with */
export function deployed(resources: Readonly<Record<string, Resource>>, stage: string): Deployed {
  const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
  const queues: Record<string, QueueNumbers> = {};
  for (const source of ofType("AWS::Lambda::EventSourceMapping")) {
    const queue = referred(resources, source, "EventSourceArn");
    const name = text(queue, "QueueName").slice(stage.length + 1);
    queues[name] = {
      batchSize: number(source, "BatchSize"),
      maxConcurrency: number(source, "ScalingConfig", "MaximumConcurrency"),
      maxReceiveCount: number(queue, "RedrivePolicy", "maxReceiveCount"),
      memory: number(referred(resources, source, "FunctionName"), "MemorySize"),
    };
  }
  const [api] = ofType("AWS::ApiGatewayV2::Stage");
  if (api === undefined) throw new Error("The template has no API");
  return {
    queues,
    routeThrottle: number(api, "DefaultRouteSettings", "ThrottlingRateLimit"),
    memory(entry) {
      const found = ofType("AWS::Lambda::Function").find(
        (each) => each.Properties?.Description === `lambdas/${entry}.ts`,
      );
      if (found === undefined) throw new Error(`There is no function ${entry}`);
      return number(found, "MemorySize");
    },
  };
}

/** The numbers of one queue. */
export function numbersOf(queues: Deployed["queues"], name: string): QueueNumbers {
  const found = queues[name];
  if (found === undefined) throw new Error(`The template has no queue ${name}`);
  return found;
}

/** The numbers of one queue of the local runner. @param folder the output folder when the cache can't be written to */
export async function localNumbersOf(name: string, folder: string): Promise<QueueNumbers> {
  return numbersOf(deployed((await assembly(folder)).resources, LOCAL_STAGE).queues, name);
}

function property(resource: Resource, path: readonly string[]): unknown {
  let value: unknown = resource.Properties;
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  return value;
}

function number(resource: Resource, ...path: readonly string[]): number {
  const value = property(resource, path);
  if (typeof value !== "number") throw new Error(`${resource.Type} has no number ${path.join(".")}`);
  return value;
}

function text(resource: Resource, ...path: readonly string[]): string {
  const value = property(resource, path);
  if (typeof value !== "string") throw new Error(`${resource.Type} has no text ${path.join(".")}`);
  return value;
}

/** The resource that a property names by `Ref` or `Fn::GetAtt`. */
function referred(resources: Readonly<Record<string, Resource>>, resource: Resource, name: string): Resource {
  const value = property(resource, [name]) as { readonly Ref?: string; readonly "Fn::GetAtt"?: readonly string[] };
  const found = resources[value.Ref ?? value["Fn::GetAtt"]?.[0] ?? ""];
  if (found === undefined) throw new Error(`${name} of a ${resource.Type} names no resource`);
  return found;
}
