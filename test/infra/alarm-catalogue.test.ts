import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAVED_QUERIES } from "../../lib/saved-queries.ts";
import { table, WRITTEN_BY, withTables } from "./guides/cost.ts";
import type { Resource } from "./synthesized.ts";
import { plausibleText, ROOT, synthesized } from "./synthesized.ts";

const DAY = 86_400;
const DAY_MINUTES = 1_440;
const stack = synthesized();

/** An alarm as the catalogue shows it. */
interface Catalogued {
  readonly name: string;
  readonly severity: string;
  readonly cause: string;
  readonly kind: string;
  readonly properties: Resource["Properties"];
  /** Seconds that one evaluation looks back; an alarm on events stays as long after the last one. */
  readonly window: number;
}

const catalogue = stack
  .some("AWS::CloudWatch::Alarm")
  .map(([, { Properties }]): Catalogued => {
    const tag = (key: string) => Properties.Tags?.find(({ Key }: { Key: string }) => Key === key)?.Value;
    return {
      name: stack.withoutStage(Properties.AlarmName),
      severity: tag("severity"),
      cause: tag("cause"),
      kind: tag("kind"),
      properties: Properties,
      window: periodOf(Properties) * Properties.EvaluationPeriods,
    };
  })
  .sort((one, other) => (one.name < other.name ? -1 : 1));
const named = catalogue.map((alarm) => [alarm.name, alarm] as const);

function periodOf(alarm: Resource["Properties"]): number {
  if (alarm.Metrics === undefined) return alarm.Period;
  // biome-ignore lint/suspicious/noExplicitAny: a part of the template.
  return alarm.Metrics.find(({ MetricStat }: any) => MetricStat !== undefined).MetricStat.Period;
}

/**
 * The mails of 24 hours at most, two for each time that the alarm fires. Between two of these lie its window, in which
 * nothing may have happened, and a minute, after which CloudWatch evaluates it again.
 */
function mailsADay({ window }: Catalogued): number {
  const minutes = window / 60;
  return 2 * (Math.floor((DAY_MINUTES - 1) / (minutes + 1)) + 1);
}

/** The parts of a section of the runbook for alarms of a kind: what users notice while each fires. */
function partsOf(isOfKind: (alarm: Catalogued) => boolean): string {
  const part = (alarm: Catalogued) => {
    const [impact] = plausibleText(alarm.properties.AlarmDescription).split(" Runbook: ");
    const when = isSilence(alarm) ? `Fires after ${inWords(alarm.window)}. ` : "";
    return `### ${alarm.name}\n\n${when}${impact}`;
  };
  return catalogue.filter(isOfKind).map(part).join("\n\n");
}

/** A whole number of minutes, hours or days. @param seconds such a time */
function inWords(seconds: number): string {
  const [each, unit] = seconds >= 2 * DAY ? [DAY, "days"] : seconds >= 7_200 ? [3_600, "hours"] : [60, "minutes"];
  return `${seconds / Number(each)} ${unit}`;
}

const isSilence = ({ properties }: Catalogued) => properties.TreatMissingData === "breaching";
const isDepth = ({ properties }: Catalogued) => /^Approximate/.test(properties.MetricName);

const ofDeadLetters = ({ name }: Catalogued) => name.endsWith("-dlq-depth");

describe.each(named)("alarm %s", (_, alarm) => {
  const { severity, cause, kind, properties, window } = alarm;

  it("says how soon to act, whose fault it is, and what it reads", () => {
    expect(["urgent", "warning"]).toContain(severity);
    expect(["ours", "theirs", "content"]).toContain(cause);
    expect(["event", "level"]).toContain(kind);
  });

  it("is urgent only for an error on this side, or for events", () => {
    if (severity === "urgent") expect(cause === "ours" || kind === "event").toBe(true);
  });

  it("is one that CloudWatch accepts", () => {
    const period = periodOf(properties);
    expect(period % 60).toBe(0);
    // Seven days for periods of an hour and longer (CloudWatch guide, "Evaluating an alarm").
    expect(window).toBeLessThanOrEqual(period >= 3_600 ? 7 * DAY : DAY);
  });

  it("on events fires at the first, stays for a time, and can't hide later events for longer than that", () => {
    if (kind !== "event") return;
    expect(properties.DatapointsToAlarm).toBe(1);
    expect(isDepth(alarm) || isSilence(alarm)).toBe(false);
    // An urgent one has to fire again on the same day. A cause that stays mails once, and once when it is over.
    if (severity === "urgent") expect(window).toBeLessThanOrEqual(DAY / 4);
    else expect(window).toBe(DAY);
    expect(mailsADay(alarm)).toBeLessThanOrEqual(severity === "urgent" ? 48 : 2);
  });

  it("on a level is about silence or waiting work, or warns of dead letters, which stay until somebody ends them", () => {
    if (kind !== "level") return;
    expect(isSilence(alarm) || /-(stuck|late)$/.test(alarm.name) || ofDeadLetters(alarm)).toBe(true);
    if (ofDeadLetters(alarm)) expect(severity).toBe("warning");
  });
});

it("that fires once for several causes has an urgent alarm beside it, which fires again for errors on this side", () => {
  const severities = Object.fromEntries(catalogue.map(({ name, severity }) => [name, severity]));
  for (const name of [
    "work-given-up",
    "workers-crashing",
    "bookmarks-dead-letters-hourly",
    "api-5xx",
    "reconcile-gave-up",
  ])
    expect(severities[name], name).toBe("urgent");
});

/** The saved queries with the log groups that they read. */
const queries = Object.entries(SAVED_QUERIES).map(([name, { answers, over }]) => [
  `\`${name}\``,
  answers,
  over.map((group) => `\`${group}\``).join(", "),
]);

it("the runbook's catalogue of alarms and of saved queries is that of the template", async () => {
  const path = join(ROOT, "docs/runbook.md");
  const rows = catalogue.map((alarm) => [
    `[\`${alarm.name}\`](#${alarm.name})`,
    alarm.severity,
    alarm.cause,
    alarm.kind,
    String(mailsADay(alarm)),
  ]);
  const shown = table(["Alarm", "Severity", "Cause", "Kind", "Mails a day at most"], rows);
  const texts = {
    alarms: shown,
    queries: table(["Query", "Answers", "Reads"], queries),
    schedules: partsOf(isSilence),
    "stuck-queues": partsOf((alarm) => isDepth(alarm) && !ofDeadLetters(alarm)),
    "dead-letter-queues": partsOf(ofDeadLetters),
  };
  await expect(withTables(readFileSync(path, "utf8"), texts), WRITTEN_BY).toMatchFileSnapshot(path);
});
