import type { DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { UnsupportedOperation } from "@aws-sdk/client-sqs";
import { Alarms } from "../../../lambdas/operations/alarms.ts";
import { Queues } from "../../../lambdas/operations/queues.ts";
import { START } from "../../emulators/test-clock.ts";
import { operationsApi } from "../../operations/operations-api.ts";
import type { FaultFeature, FaultWorld } from "../feature.ts";
import { request } from "../feature.ts";
import type { System } from "../system.ts";

const QUEUE = { name: "oembed-fetch", url: "https://q", arn: "arn:q", dlqUrl: "https://d", dlqArn: "arn:d" };

/** An alarm in the form of the stack. */
const alarm = (name: string) => ({
  AlarmName: `prod-${name}`,
  AlarmDescription: `Somebody notices. Runbook: https://magpie.example/docs/runbook#${name}`,
  StateValue: "ALARM",
  StateUpdatedTimestamp: START,
});

/** CloudWatch with two pages of alarms. It is a real client, whose calls are ours: the paginator of the SDK takes no other. */
function cloudWatchOf({ invocations }: System): CloudWatchClient {
  const send = ({ input }: DescribeAlarmsCommand) =>
    invocations.aws("DescribeAlarmsCommand", async () =>
      input.NextToken === undefined
        ? { MetricAlarms: [alarm("api-5xx")], NextToken: "more" }
        : { MetricAlarms: [alarm("api-slow")] },
    );
  return Object.assign(new CloudWatchClient({ region: "ap-northeast-1" }), { send }) as never;
}

function start(system: System): FaultWorld {
  const { invocations, clock } = system;
  let moves = 0;
  async function answerOf(command: string): Promise<unknown> {
    if (command === "StartMessageMoveTaskCommand") {
      // SQS refuses a second move while the first one runs.
      if (moves > 0) throw new UnsupportedOperation({ message: "a move runs", $metadata: {} });
      moves += 1;
    }
    if (command === "ListMessageMoveTasksCommand") return { Results: moves > 0 ? [{ Status: "RUNNING" }] : [] };
    return {};
  }
  const aws = {
    send: (command: object) => invocations.aws(command.constructor.name, () => answerOf(command.constructor.name)),
  };
  const send = operationsApi({
    queues: new Queues(aws as never as SQSClient, aws as never as CloudWatchClient, [QUEUE]),
    alarms: new Alarms([{ cloudWatch: cloudWatchOf(system), suffix: "" }], "prod-"),
    clock,
  });
  return { system, tables: [], send, effects: async () => ({ moves }) };
}

/** The entries of operators. */
export const operations: FaultFeature = {
  name: "operations",
  start,
  entries: [
    request({ route: "GET /v1/health", user: null }, "at any time"),
    request({ route: "GET /openapi.json", user: null }, "at any time"),
    request({ route: "GET /v1/ops/queues" }, "at any time"),
    request({ route: "GET /v1/ops/alarms" }, "two pages of alarms"),
    request(
      { route: "POST /v1/ops/queues/{name}/redrive", params: { name: QUEUE.name } },
      "no redrive runs",
      undefined,
      [409],
    ),
  ],
};
