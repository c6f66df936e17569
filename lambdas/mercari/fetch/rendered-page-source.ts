import { InvokeCommand, LambdaClient, LambdaServiceException } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import { boundedCalls, CALL_LIMITS } from "../../shared/aws-client.ts";
import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import type { PageSource } from "./page-source.ts";
import type { RenderRequest } from "./rendering.ts";
import { rendering } from "./rendering.ts";

/** The only Lambda client of the container. */
export function rendererClient(): LambdaClient {
  return new LambdaClient(boundedCalls(CALL_LIMITS.lambda));
}

export interface RendererFunction {
  /** Has no retries: a page whose response was lost may have been fetched. */
  readonly client: LambdaClient;
  readonly functionName: string;
}

/** Fetches pages with their scripts run, by the function of lambdas/mercari/renderer.ts. */
export function renderedPageSource(renderer: RendererFunction): PageSource {
  return async (url, timeoutMs) => {
    const patience = Math.min(timeoutMs, CALL_LIMITS.lambda.attemptMs);
    const answer = z.parse(rendering, await invoke(renderer, { url, deadline: Date.now() + patience }, patience));
    if (!answer.ok) throw new OutboundError(answer.kind, answer.detail);
    return answer.page;
  };
}

async function invoke(
  { client, functionName }: RendererFunction,
  request: RenderRequest,
  timeoutMs: number,
): Promise<unknown> {
  const { Payload, FunctionError } = await client
    .send(new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) }), {
      abortSignal: AbortSignal.timeout(timeoutMs),
    })
    .catch((cause: unknown) => {
      throw transientFailure(cause) ?? cause;
    });
  const answer: unknown = JSON.parse(Payload?.transformToString() ?? "null");
  if (FunctionError !== undefined) throw functionFailure(answer);
  return answer;
}

/**
 * The error of a failed invocation that may succeed when it is retried; null for an error on this side, such as a missing
 * permission.
 */
function transientFailure(cause: unknown): OutboundError | null {
  if (!(cause instanceof LambdaServiceException)) {
    const isTimeout = cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError");
    return new OutboundError(isTimeout ? "timeout" : "network", "the renderer could not be invoked", { cause });
  }
  const passes = cause.$fault === "server" || cause.$metadata.httpStatusCode === 429;
  return passes ? new OutboundError("network", `the renderer was not run: ${cause.name}`, { cause }) : null;
}

/** The renderer ended without an answer. Its own alarm fires, and the page may be requested again. */
function functionFailure(answer: unknown): OutboundError {
  const { errorType = "", errorMessage = "" } = (answer ?? {}) as { errorType?: string; errorMessage?: string };
  // Lambda reports a time-out in one field or the other, depending on the runtime.
  const isTimeout = errorType === "Sandbox.Timedout" || errorMessage.includes("Task timed out");
  return new OutboundError(isTimeout ? "timeout" : "network", `the renderer failed: ${errorType}`);
}
