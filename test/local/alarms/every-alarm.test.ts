import { expect, it } from "vitest";
import type { AlarmDefinition, AlarmMetric } from "../../../lib/local/alarms/alarm-definition.ts";
import { readAlarms } from "../../../lib/local/alarms/alarm-definition.ts";
import { evaluationRange } from "../../../lib/local/alarms/evaluation.ts";
import { MINUTE_MS } from "../../../lib/local/alarms/metrics.ts";
import { logGroupOf } from "../../../lib/local/template/log-group.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { AlarmedStage, localResources, withOneAlarm, withoutAllow } from "./alarmed-stage.ts";
import { matchingLine } from "./matching-line.ts";

const resources = await localResources();
const silenced = withoutAllow(resources);
const template = new Template(resources, { api: "http://127.0.0.1:1", aws: "http://127.0.0.1:2" });
const alarms = readAlarms(template, "http://127.0.0.1:1");
const functions = template.ofType("AWS::Lambda::Function");
const api = String(template.ofType("AWS::ApiGatewayV2::Api")[0]?.ref);

/** Enough for every share and average with a minimum of events. */
const MANY = 50;
/** Minutes after which no earlier data is read any more, and every warm-up has ended. */
const minutesToForget = (alarm: AlarmDefinition) =>
  (evaluationRange(alarm) + 1) * (alarm.periodSeconds / 60) + alarm.warmUpMinutes;

const isSilence = ({ comparison }: AlarmDefinition) => comparison.startsWith("LessThan");

/** Causes the events that an alarm's metrics count, by log lines if they come from these, else as AWS reports them. */
function happen(stage: AlarmedStage, alarm: AlarmDefinition, factor: number): void {
  // The most specific pattern first: its lines often count for a general one, too.
  const metrics = alarm.metrics
    .map((of) => ({
      of,
      filters: stage.alarms.filters.filter(({ transformations }) =>
        transformations.some(({ name }) => name === of.metric.name),
      ),
    }))
    .sort((one, other) => (other.filters[0]?.pattern.length ?? 0) - (one.filters[0]?.pattern.length ?? 0));
  for (const { of, filters } of metrics) {
    const [filter] = filters;
    if (filter === undefined) {
      report(stage, alarm, of, factor);
      continue;
    }
    const now = stage.alarms.now();
    const [counted] = stage.alarms.metrics.read(of.metric, "SampleCount", now + MINUTE_MS, 2 * MINUTE_MS, 1);
    if (counted !== undefined) continue;
    // A number in a line is as large as the alarm requires.
    const numbers = filter.transformations.flatMap(({ value }) =>
      typeof value === "number" ? [] : [String(value[0])],
    );
    const line = matchingLine(
      filter.pattern,
      Object.fromEntries(numbers.map((field) => [field, alarm.threshold * 2 + 1])),
    );
    // The other log group is that of the API's requests.
    const writer = functions.find(({ ref, properties }) => logGroupOf(properties, ref) === filter.logGroup)?.ref ?? api;
    for (let count = 0; count < MANY; count += 1) stage.alarms.recordLine(writer, line);
  }
}

/** A value of a metric that AWS's services report themselves. */
function report(stage: AlarmedStage, alarm: AlarmDefinition, { metric }: AlarmMetric, factor: number): void {
  const value = (alarm.threshold + 1) * factor;
  if (metric.namespace === "AWS/SQS") {
    const depth = { visible: value, notVisible: value, delayed: value, oldestAge: value };
    stage.depths.set(String(metric.dimensions.QueueName), depth);
    return;
  }
  stage.alarms.metrics.put({ metric, value, at: stage.alarms.now() });
}

/** Causes an alarm's fault. */
function ring(stage: AlarmedStage, alarm: AlarmDefinition): void {
  if (isSilence(alarm)) {
    stage.minutes(minutesToForget(alarm));
    return;
  }
  for (let minute = 0; minute < minutesToForget(alarm) && stage.state(alarm.name) !== "ALARM"; minute += 1) {
    happen(stage, alarm, 1);
    stage.minutes(1);
  }
}

/** Ends an alarm's fault. */
function clear(stage: AlarmedStage, alarm: AlarmDefinition): void {
  stage.depths.clear();
  for (let minute = 0; minute <= minutesToForget(alarm) + 60 && stage.state(alarm.name) !== "OK"; minute += 1) {
    for (const of of alarm.metrics) {
      if (isSilence(alarm)) report(stage, alarm, of, 1);
      // Alarms that ignore missing data clear only with the first good value.
      else if (alarm.missing === "ignore" || alarm.missing === "missing") report(stage, alarm, of, 0);
    }
    stage.minutes(1);
  }
}

const inRegion = (state: string, { name }: AlarmDefinition) => `${state}: "${name}" in US East (N. Virginia)`;

it.each(alarms)("alarm $name fires and clears, with a mail each", (alarm) => {
  const stage = new AlarmedStage(withOneAlarm(resources, alarm.name));
  expect(stage.state(alarm.name)).toBe("INSUFFICIENT_DATA");
  ring(stage, alarm);
  expect(stage.state(alarm.name)).toBe("ALARM");
  expect(stage.mails.map(({ subject }) => subject)).toEqual([inRegion("ALARM", alarm)]);

  clear(stage, alarm);
  expect(stage.state(alarm.name)).toBe("OK");
  expect(stage.mails.map(({ subject }) => subject)).toEqual([inRegion("ALARM", alarm), inRegion("OK", alarm)]);
  for (const { body } of stage.mails) expect(body.text).toContain(alarm.description);
  expect(stage.lines).toEqual([]);
});

const urgent = alarms.filter(({ properties }) => JSON.stringify(properties.Tags).includes('"urgent"'));

it("invokes a function for an urgent alarm each time it rings, and for no other", () => {
  expect(alarms.filter(({ actions }) => actions.ALARM.length > 1)).toEqual(urgent);
  const [alarm] = urgent;
  if (alarm === undefined) throw new Error("No alarm is urgent");
  const stage = new AlarmedStage(withOneAlarm(resources, alarm.name));
  for (const times of [1, 2]) {
    ring(stage, alarm);
    expect(stage.invocations).toHaveLength(times);
    clear(stage, alarm);
  }
  const noted = stage.invocations.map(({ event }) => event);
  expect(noted).toMatchObject([1, 2].map(() => ({ alarmData: { alarmName: alarm.name, state: { value: "ALARM" } } })));
  expect(noted[0]).not.toEqual(noted[1]);
});

/** One alarm of each topic. */
const ofTopics = [...Map.groupBy(alarms, ({ actions }) => actions.ALARM.join()).values()].flatMap(
  ([alarm]) => alarm ?? [],
);

it.each(ofTopics)("alarm $name reaches nobody without its topic's Allow statements", (alarm) => {
  const stage = new AlarmedStage(withOneAlarm(silenced, alarm.name));
  ring(stage, alarm);
  clear(stage, alarm);
  expect(stage.state(alarm.name)).toBe("OK");
  expect(stage.mails).toEqual([]);
  expect(stage.lines[0]).toMatch(
    /is not authorized to perform: sns:Publish .* because no resource-based policy allows/,
  );
});

it("sends nothing for alarms that are OK from the start of a new stage", () => {
  const stage = new AlarmedStage(resources);
  stage.minutes(10);
  expect(stage.mails.map(({ subject }) => subject)).toEqual([]);
});
