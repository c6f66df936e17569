// First: it changes what an import of node:http loads.
import "./without-undici.ts";
// Before the function: modules that are loaded later get the built-ins with the egress map applied.
import "../egress/egress-preload.ts";
import { parentPort, workerData } from "node:worker_threads";
import { replaceConsole } from "./thread-console.ts";
import { sendOutput } from "./thread-output.ts";

export interface ThreadData {
  /** File URL of the bundle's module. */
  readonly module: string;
  /** `file.export`, as the template says. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMegabytes: string;
  readonly logGroup: string;
}

export interface Invocation {
  readonly requestId: string;
  readonly event: unknown;
  /** The time-out, counted from the end of loading the module. */
  readonly timeoutMilliseconds: number;
}

/** The thread's message that its module is loaded: the function's time-out begins. */
export interface InvocationBegin {
  readonly begun: true;
}

export interface OutputLine {
  readonly line: string;
}

/** The end of an invocation, to the pool. There is no beginning when the module does not load. */
export type InvocationEnd =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly errorType: string; readonly errorMessage: string; readonly stack: string };

const data = workerData as ThreadData;
const exported = data.handler.split(".").at(-1) ?? "handler";

type Handler = (event: unknown, context: unknown) => unknown;

/** Imported with the first event, as in the Lambda runtime: a failure of the import fails the invocation. */
let handler: Promise<Handler> | undefined;

async function load(): Promise<Handler> {
  const module = (await import(data.module)) as Record<string, Handler>;
  const found = module[exported];
  if (found === undefined) throw new Error(`${data.module} exports no ${exported}`);
  return found;
}

/** Of the running invocation; a thread serves one at a time. */
let requestId: string | undefined;
replaceConsole(() => requestId);
sendOutput((line) => parentPort?.postMessage({ line } satisfies OutputLine));

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
      logGroupName: data.logGroup,
      logStreamName: "local",
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    });
    // Serialized to JSON and back, as between Lambda and its callers, so that values other than JSON fail here, too.
    return { ok: true, result: result === undefined ? null : JSON.parse(JSON.stringify(result)) };
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error));
    return { ok: false, errorType: thrown.name, errorMessage: thrown.message, stack: thrown.stack ?? "" };
  }
}
