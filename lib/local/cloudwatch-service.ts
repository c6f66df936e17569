import type { AwsService } from "./aws-front.ts";
import { jsonAnswer, jsonError, refused } from "./aws-front.ts";
import type { SqsEmulator } from "./sqs-emulator.ts";

interface Query {
  readonly Id: string;
  readonly MetricStat?: {
    readonly Metric: { readonly MetricName: string; readonly Dimensions: readonly { Name: string; Value: string }[] };
  };
}

/** CloudWatch as far as the system reads it: `ApproximateAgeOfOldestMessage` of a queue, as it is at this moment. */
export function cloudWatchService(sqs: SqsEmulator, now: () => number): AwsService {
  return async ({ caller, operation, body }) => {
    if (operation !== "GetMetricData") {
      return jsonError(400, "UnknownOperationException", `The local runner does not emulate CloudWatch ${operation}.`);
    }
    const denied = refused(caller, [["cloudwatch:GetMetricData", "*"]]);
    if (denied !== undefined) return denied;
    const { MetricDataQueries } = JSON.parse(body.toString()) as { MetricDataQueries: readonly Query[] };
    return jsonAnswer({
      MetricDataResults: MetricDataQueries.map(({ Id, MetricStat }) => {
        const metric = MetricStat?.Metric;
        const queue = metric?.Dimensions.find(({ Name }) => Name === "QueueName")?.Value;
        const known = metric?.MetricName === "ApproximateAgeOfOldestMessage" && queue !== undefined;
        const age = known ? sqs.oldestAge(queue, now()) : undefined;
        return {
          Id,
          Label: metric?.MetricName ?? Id,
          StatusCode: "Complete",
          Timestamps: age === undefined ? [] : [Math.floor(now() / 1_000)],
          Values: age === undefined ? [] : [Math.floor(age)],
        };
      }),
      Messages: [],
    });
  };
}
