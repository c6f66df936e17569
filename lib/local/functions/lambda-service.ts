import type { AwsService } from "../emulators/aws-endpoint.ts";
import { jsonError, LAMBDA_PATH, refused } from "../emulators/aws-endpoint.ts";
import type { EmulatorAnswer } from "../emulators/emulator-http.ts";
import { arn, nameOfArn } from "../template/identities.ts";
import type { LocalFunction } from "./local-function.ts";

/** The maximum size of a synchronous invocation's answer (Lambda quotas). */
const MAX_ANSWER_BYTES = 6 * 1024 * 1024;

/** The operation of Lambda that the system calls: a synchronous Invoke of a function of the template. */
export function lambdaService(functions: ReadonlyMap<string, LocalFunction>): AwsService {
  return async ({ caller, method, path, headers, body }) => {
    const [name = "", ...rest] = new URL(path, "http://lambda").pathname.slice(LAMBDA_PATH.length).split("/");
    if (method !== "POST" || rest.join("/") !== "invocations") {
      return jsonError(404, "UnknownOperationException", "Of Lambda the local runner emulates Invoke only.");
    }
    const functionArn = arn("lambda", `function:${nameOfArn(decodeURIComponent(name))}`);
    const denied = refused(caller, [["lambda:InvokeFunction", functionArn]]);
    if (denied !== undefined) return denied;
    const found = functions.get(functionArn);
    if (found === undefined) return jsonError(404, "ResourceNotFoundException", `Function not found: ${functionArn}`);
    if ((headers["x-amz-invocation-type"] ?? "RequestResponse") !== "RequestResponse") {
      return jsonError(400, "InvalidParameterValueException", "The local runner invokes functions synchronously only.");
    }
    return invoke(found, body, functions.get(arn("lambda", `function:${caller.name}`)));
  };
}

/** @param caller the function that calls; undefined for the operator */
async function invoke(local: LocalFunction, body: Buffer, caller: LocalFunction | undefined): Promise<EmulatorAnswer> {
  let event: unknown;
  try {
    event = body.length === 0 ? {} : JSON.parse(body.toString());
  } catch {
    return jsonError(400, "InvalidRequestContentException", "Could not parse request body into json.");
  }
  const outcome = await local.invoke(event, caller === undefined ? "request" : "nested", caller);
  if (!outcome.ok) {
    const { errorType, errorMessage, stack } = outcome;
    return payload({ errorType, errorMessage, trace: stack.split("\n") }, true);
  }
  const answer = payload(outcome.result, false);
  if (answer.body.length <= MAX_ANSWER_BYTES) return answer;
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${MAX_ANSWER_BYTES} bytes).`;
  return payload({ errorType: "Function.ResponseSizeTooLarge", errorMessage }, true);
}

function payload(value: unknown, isError: boolean): EmulatorAnswer {
  return {
    status: 200,
    headers: {
      "content-type": "application/json",
      "x-amz-executed-version": "$LATEST",
      ...(isError ? { "x-amz-function-error": "Unhandled" } : {}),
    },
    body: Buffer.from(JSON.stringify(value)),
  };
}
