import { pathToFileURL } from "node:url";

/** The measurements of a fresh process, in milliseconds. */
export interface ColdStart {
  readonly importing: number;
  readonly firstRequest: number;
  readonly status: number;
}

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number }>;

const [bundle = "", event = ""] = process.argv.slice(2);
const request: unknown = JSON.parse(event);
const context = {
  awsRequestId: "invocation-1",
  functionName: "slides-api",
  functionVersion: "$LATEST",
  invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:slides-api",
  memoryLimitInMB: "256",
  getRemainingTimeInMillis: () => 10_000,
};

const start = performance.now();
const { handler } = (await import(pathToFileURL(bundle).href)) as { handler: Handler };
const imported = performance.now();
const { statusCode } = await handler(request, context);
const answered = performance.now();

const measured: ColdStart = { importing: imported - start, firstRequest: answered - imported, status: statusCode };
process.send?.(measured, () => process.exit());
