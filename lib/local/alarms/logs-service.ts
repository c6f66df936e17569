import type { AwsService } from "../emulators/aws-endpoint.ts";
import { jsonAnswer, jsonError, refused } from "../emulators/aws-endpoint.ts";
import { filterPattern, jsonLine } from "./filter-pattern.ts";

/** The operation of CloudWatch Logs that operators call: TestMetricFilter. */
export const logsService: AwsService = async ({ caller, operation, body }) => {
  if (operation !== "TestMetricFilter") {
    return jsonError(
      400,
      "UnknownOperationException",
      "Of CloudWatch Logs the local runner emulates TestMetricFilter only.",
    );
  }
  const denied = refused(caller, [["logs:TestMetricFilter", "*"]]);
  if (denied !== undefined) return denied;
  const { filterPattern: pattern, logEventMessages } = JSON.parse(body.toString()) as {
    readonly filterPattern: string;
    readonly logEventMessages: readonly string[];
  };
  try {
    const matches = filterPattern(pattern);
    return jsonAnswer({
      matches: logEventMessages.flatMap((eventMessage, index) => {
        const line = jsonLine(eventMessage);
        // Event numbers begin at 1.
        return line !== undefined && matches(line)
          ? [{ eventNumber: index + 1, eventMessage, extractedValues: {} }]
          : [];
      }),
    });
  } catch (error) {
    return jsonError(400, "InvalidParameterException", (error as Error).message);
  }
};
