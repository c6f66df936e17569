import { GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import type { GetScheduleCommandOutput } from "@aws-sdk/client-scheduler";
import { GetScheduleCommand } from "@aws-sdk/client-scheduler";
import { untilNext } from "../../../expressions/schedule-expression.ts";
import type { Finding } from "../check.ts";
import { combined, fail, ok, skipped } from "../check.ts";
import type { DeployedStage } from "./deployed-stage.ts";

const MINUTE_MS = 60_000;
/** Lambda's metrics arrive a few minutes late. */
const LATE_MS = 5 * MINUTE_MS;
/** Seconds of one data point. */
const PERIOD = 300;

/** Whether each schedule has started its function in its last interval. */
export async function checkSchedules(stage: DeployedStage, now: Date): Promise<Finding> {
  const [group] = await stage.listResources("AWS::Scheduler::ScheduleGroup");
  const names = (await stage.listResources("AWS::Scheduler::Schedule")).map((id) => id.split(/[/|]/).at(-1) ?? id);
  const findings = await Promise.all(
    names.map(async (Name) => {
      const command = new GetScheduleCommand({ Name, ...(group === undefined ? {} : { GroupName: group }) });
      return checkSchedule(Name, await stage.clients.scheduler.send(command), stage, now);
    }),
  );
  return combined(findings, `All ${names.length} schedules have run in their last interval.`);
}

async function checkSchedule(
  name: string,
  schedule: GetScheduleCommandOutput,
  stage: DeployedStage,
  now: Date,
): Promise<Finding> {
  if (schedule.State === "DISABLED") {
    return fail(
      `The schedule ${name} is disabled.`,
      "Deploy again, or enable it in the EventBridge Scheduler console.",
    );
  }
  const windowMs = (schedule.FlexibleTimeWindow?.MaximumWindowInMinutes ?? 0) * MINUTE_MS;
  const lookedBackMs = intervalMs(schedule.ScheduleExpression ?? "", "UTC", now) + windowMs + LATE_MS;
  const runs = await countInvocations(schedule.Target?.Arn?.split(":")[6] ?? "", lookedBackMs, stage, now);
  if (runs > 0) return ok(`${name} has run.`);
  const made = schedule.CreationDate?.getTime() ?? 0;
  if (now.getTime() - made < lookedBackMs) {
    return skipped(`${name} has not run yet; it has not been due for long.`, "Try again after its first interval.");
  }
  const short = name.slice(`${stage.name}-`.length);
  return fail(
    `${name} has not run in the last ${Math.round(lookedBackMs / MINUTE_MS)} minutes.`,
    `docs/runbook.md#${short}-silent names the next steps.`,
  );
}

/** Milliseconds between the next two runs of a schedule. */
function intervalMs(expression: string, timezone: string, now: Date): number {
  return untilNext(expression, timezone, new Date(now.getTime() + untilNext(expression, timezone, now)));
}

async function countInvocations(
  name: string,
  lookedBackMs: number,
  { clients }: DeployedStage,
  now: Date,
): Promise<number> {
  const { MetricDataResults = [] } = await clients.cloudWatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(now.getTime() - lookedBackMs),
      EndTime: now,
      MetricDataQueries: [
        {
          Id: "runs",
          MetricStat: {
            Metric: {
              Namespace: "AWS/Lambda",
              MetricName: "Invocations",
              Dimensions: [{ Name: "FunctionName", Value: name }],
            },
            Period: PERIOD,
            Stat: "Sum",
          },
        },
      ],
    }),
  );
  return (MetricDataResults[0]?.Values ?? []).reduce((sum, value) => sum + value, 0);
}
