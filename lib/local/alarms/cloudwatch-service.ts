import type { Caller } from "../access/callers.ts";
import type { AwsService } from "../emulators/aws-endpoint.ts";
import { arn } from "../template/identities.ts";
import type { AlarmState } from "./alarm-definition.ts";
import type { AlarmStatus } from "./alarm-evaluator.ts";
import type { Input, Outcome } from "./cloudwatch-protocols.ts";
import { protocolOf } from "./cloudwatch-protocols.ts";
import type { LocalAlarms } from "./local-alarms.ts";

export interface CloudWatchOptions {
  readonly alarms: Pick<LocalAlarms, "evaluator" | "metrics" | "now">;
  /** Age in seconds, unscaled, of a queue's oldest message; undefined when the queue is empty. */
  readonly oldestAge: (queue: string, now: number) => number | undefined;
  /** Milliseconds of the epoch. */
  readonly clock: () => number;
}

type Operation = (input: Input, caller: Caller, options: CloudWatchOptions) => Outcome;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  DescribeAlarms: describeAlarms,
  SetAlarmState: setAlarmState,
  PutMetricData: putMetricData,
  GetMetricData: getMetricData,
};

/** The operations of CloudWatch that the system and its operators call, in each protocol of its clients. */
export function cloudWatchService(options: CloudWatchOptions): AwsService {
  return async (call) => {
    const protocol = protocolOf(call);
    const name = protocol.operation(call);
    const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    const outcome =
      operation?.(protocol.input(call), call.caller, options) ??
      failed(400, "UnknownOperationException", `The local runner does not emulate CloudWatch ${name}.`);
    return protocol.answer(name, outcome);
  };
}

const done = (output: Readonly<Record<string, unknown>> = {}): Outcome => ({ ok: true, output });
const failed = (status: number, code: string, message: string): Outcome => ({ ok: false, status, code, message });

function refused(caller: Caller, needs: readonly (readonly [action: string, resource: string])[]): Outcome | undefined {
  for (const [action, resource] of needs) {
    const message = caller.refusal(action, resource);
    if (message !== null) return failed(403, "AccessDenied", message);
  }
  return undefined;
}

const alarmArn = (name: string) => arn("cloudwatch", `alarm:${name}`);
/** The maximum and default of alarms that DescribeAlarms answers. */
const PAGE = { most: 100, usual: 50 };
const STATES: readonly string[] = ["OK", "ALARM", "INSUFFICIENT_DATA"] satisfies AlarmState[];

function describeAlarms(input: Input, caller: Caller, { alarms }: CloudWatchOptions): Outcome {
  const names = input.AlarmNames as string[] | undefined;
  const prefix = input.AlarmNamePrefix as string | undefined;
  // Listing requires the permission on all alarms, with a prefix too.
  const resources = names?.map(alarmArn) ?? [alarmArn("*")];
  const denied = refused(
    caller,
    resources.map((resource) => ["cloudwatch:DescribeAlarms", resource] as const),
  );
  if (denied !== undefined) return denied;
  const size = Number(input.MaxRecords ?? PAGE.usual);
  if (!(size >= 1 && size <= PAGE.most)) return failed(400, "ValidationError", "MaxRecords must be from 1 to 100.");
  const start = Number(input.NextToken ?? 0);
  if (!Number.isInteger(start)) return failed(400, "InvalidNextToken", "The next token is not one that was given.");
  const found = alarms.evaluator
    .all()
    .filter(({ alarm: { name } }) => names?.includes(name) ?? name.startsWith(prefix ?? ""))
    .filter(({ status }) => input.StateValue === undefined || status.state === input.StateValue);
  return done({
    MetricAlarms: found.slice(start, start + size).map(({ alarm, status }) => ({
      ...described(alarm.properties),
      AlarmName: alarm.name,
      AlarmArn: alarm.arn,
      ...stateOf(status),
    })),
    CompositeAlarms: [],
    ...(found.length > start + size ? { NextToken: String(start + size) } : {}),
  });
}

/** An alarm's properties in DescribeAlarms; the template has them under the same names. */
function described(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { Tags, ...told } = properties;
  return {
    ActionsEnabled: true,
    OKActions: [],
    AlarmActions: [],
    InsufficientDataActions: [],
    Dimensions: [],
    ...told,
  };
}

const stateOf = ({ state, reason, since }: AlarmStatus) => ({
  StateValue: state,
  StateReason: reason,
  StateUpdatedTimestamp: new Date(since),
  StateTransitionedTimestamp: new Date(since),
});

function setAlarmState(input: Input, caller: Caller, { alarms }: CloudWatchOptions): Outcome {
  const name = String(input.AlarmName);
  const state = String(input.StateValue);
  const denied = refused(caller, [["cloudwatch:SetAlarmState", alarmArn(name)]]);
  if (denied !== undefined) return denied;
  if (!STATES.includes(state)) return failed(400, "ValidationError", `StateValue must be one of ${STATES.join(", ")}.`);
  const isSet = alarms.evaluator.set(name, state as AlarmState, String(input.StateReason ?? ""));
  return isSet ? done() : failed(404, "ResourceNotFound", `There is no alarm ${name}.`);
}

interface Datum {
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
  readonly Value?: number | string;
  readonly Values?: readonly (number | string)[];
  readonly Counts?: readonly (number | string)[];
}

/** Every value is stored at the present time, whatever its timestamp: the local time may be scaled. */
function putMetricData(input: Input, caller: Caller, { alarms }: CloudWatchOptions): Outcome {
  const namespace = String(input.Namespace);
  const denied = refused(caller, [["cloudwatch:PutMetricData", "*"]]);
  if (denied !== undefined) return denied;
  if (namespace.startsWith("AWS/")) {
    return failed(400, "InvalidParameterValue", "The value AWS/ for parameter Namespace is invalid.");
  }
  for (const { MetricName, Dimensions = [], Value, Values, Counts = [] } of (input.MetricData ?? []) as Datum[]) {
    const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value: of }) => [Name, of]));
    const metric = { namespace, name: MetricName, dimensions };
    for (const [index, value] of (Values ?? (Value === undefined ? [] : [Value])).entries()) {
      for (let count = Number(Counts[index] ?? 1); count > 0; count -= 1) {
        alarms.metrics.put({ metric, value: Number(value), at: alarms.now() });
      }
    }
  }
  return done();
}

interface Query {
  readonly Id: string;
  readonly MetricStat?: {
    readonly Metric: { readonly MetricName: string; readonly Dimensions: readonly { Name: string; Value: string }[] };
  };
}

/** `ApproximateAgeOfOldestMessage` of a queue at this moment, in unscaled seconds; no data for other metrics. */
function getMetricData(input: Input, caller: Caller, { oldestAge, clock }: CloudWatchOptions): Outcome {
  const denied = refused(caller, [["cloudwatch:GetMetricData", "*"]]);
  if (denied !== undefined) return denied;
  const now = clock();
  return done({
    MetricDataResults: ((input.MetricDataQueries ?? []) as Query[]).map(({ Id, MetricStat }) => {
      const metric = MetricStat?.Metric;
      const queue = metric?.Dimensions.find(({ Name }) => Name === "QueueName")?.Value;
      const known = metric?.MetricName === "ApproximateAgeOfOldestMessage" && queue !== undefined;
      const age = known ? oldestAge(queue, now) : undefined;
      return {
        Id,
        Label: metric?.MetricName ?? Id,
        StatusCode: "Complete",
        Timestamps: age === undefined ? [] : [new Date(Math.floor(now / 1_000) * 1_000)],
        Values: age === undefined ? [] : [Math.floor(age)],
      };
    }),
    Messages: [],
  });
}
