import { ServiceException } from "@smithy/core/client";
import { socketError } from "./socket-errors.ts";

/**
 * An error that a service of AWS answers, as the SDK throws it. The SDK has classes for some names; only that of a failed
 * condition is ever looked at. `test/emulators/recorded-errors.test.ts` compares with the SDK's own.
 */
export function awsError(name: string, httpStatusCode: number, message = `injected ${name}`): ServiceException {
  const $fault = httpStatusCode >= 500 ? "server" : "client";
  return new ServiceException({ name, message, $fault, $metadata: { httpStatusCode, requestId: "request-1" } });
}

/** How the response to a call of the SDK is lost: before it begins, within its body, or by the client's time-out. */
export type Loss = "hungUp" | "reset" | "cut" | "timedOut";

export const LOSSES: readonly Loss[] = ["hungUp", "reset", "cut", "timedOut"];

/** The error of a call of the SDK whose response is lost. The service may have done what it was asked to. */
export function lostAnswer(loss: Loss = "hungUp"): Error {
  if (loss === "timedOut") {
    const message = "@smithy/node-http-handler - [ERROR] a request has exceeded the configured 100 ms requestTimeout.";
    return Object.assign(new Error(message), { name: "TimeoutError", code: "ETIMEDOUT", $metadata: {} });
  }
  const error = socketError(loss);
  if (loss === "cut") {
    error.message +=
      "\n  Deserialization error: to see the raw response, inspect the hidden field {error}.$response on this object.";
    return Object.assign(error, { $metadata: { httpStatusCode: 200 } });
  }
  return Object.assign(error, { name: "TimeoutError", $metadata: {} });
}
