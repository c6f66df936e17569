// First of all: whatever is loaded after it finds the built-ins as the egress map wants them.
import "../egress/egress-preload.ts";
import { parentPort, workerData } from "node:worker_threads";
import { replaceConsole } from "./thread-console.ts";

/** What the pool hands to a new thread. */
export interface ThreadData {
  /** File URL of the bundle's module. */
  readonly module: string;
  /** `file.export`, as the template says. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMegabytes: string;
}

/** One invocation, from the pool. */
export interface Invocation {
  readonly requestId: string;
  readonly event: unknown;
  /** From when its module is loaded. */
  readonly timeoutMilliseconds: number;
}

/** What a thread tells the pool when the module is loaded: from now on the time counts. */
export interface InvocationBegin {
  readonly begun: true;
}

/** The end of an invocation, to the pool. It comes without a beginning when the module does not load. */
export type InvocationEnd =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly errorType: string; readonly errorMessage: string; readonly stack: string };

const data = workerData as ThreadData;
const exported = data.handler.split(".").at(-1) ?? "handler";

type Handler = (event: unknown, context: unknown) => unknown;

/** Imported with the first event, as the Lambda runtime does it: what fails in there fails the invocation. */
let handler: Promise<Handler> | undefined;

async function load(): Promise<Handler> {
  const module = (await import(data.module)) as Record<string, Handler>;
  const found = module[exported];
  if (found === undefined) throw new Error(`${data.module} exports no ${exported}`);
  return found;
}

/** Of the invocation that runs; a thread serves one at a time. */
let requestId: string | undefined;
replaceConsole(() => requestId);

parentPort?.on("message", async (invocation: Invocation) => {
  parentPort?.postMessage(await run(invocation));
});

async function run({ requestId: id, event, timeoutMilliseconds }: Invocation): Promise<InvocationEnd> {
  try {
    handler ??= load();
    const loaded = await handler;
    requestId = id;
    const deadline = Date.now() + timeoutMilliseconds;
    parentPort?.postMessage({ begun: true } satisfies InvocationBegin);
    const result = await loaded(event, {
      awsRequestId: id,
      functionName: data.functionName,
      functionVersion: "$LATEST",
      invokedFunctionArn: data.functionArn,
      memoryLimitInMB: data.memoryMegabytes,
      logGroupName: `/aws/lambda/${data.functionName}`,
      logStreamName: "local",
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    });
    // JSON there and back, as between Lambda and its callers: what is not JSON must show here, too.
    return { ok: true, result: result === undefined ? null : JSON.parse(JSON.stringify(result)) };
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error));
    return { ok: false, errorType: thrown.name, errorMessage: thrown.message, stack: thrown.stack ?? "" };
  }
}
