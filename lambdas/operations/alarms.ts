import type { CloudWatchClient, MetricAlarm } from "@aws-sdk/client-cloudwatch";
import { paginateDescribeAlarms } from "@aws-sdk/client-cloudwatch";
import type { AlarmState } from "./alarm-state.ts";
import { alarmStates } from "./alarm-state.ts";

export interface StackAlarm {
  /** The name without the stage. */
  readonly name: string;
  readonly state: AlarmState;
  /** Why it has this state, in CloudWatch's words. */
  readonly reason: string;
  /** Since when it has this state. */
  readonly since: Date;
  /** What users notice while the alarm fires. */
  readonly impact: string;
  /** The link to its section of the runbook, on the site. */
  readonly runbook: string;
}

/** What the stack writes into an alarm's description: impact, then the section of the runbook. */
const DESCRIPTION = /^(?<impact>.*) Runbook: (?<runbook>\S+#(?<anchor>\S+))$/s;

/** The maximum page size of DescribeAlarms. */
const PAGE_SIZE = 100;

export interface AlarmRegion {
  readonly cloudWatch: CloudWatchClient;
  /** The end of the names of the stage's alarms in this region; may be empty. */
  readonly suffix: string;
}

/** The stage's alarms as CloudWatch sees them. */
export class Alarms {
  readonly #regions: readonly AlarmRegion[];
  readonly #prefix: string;

  /** @param prefix of the names of this stage's alarms: the stage and a hyphen */
  constructor(regions: readonly AlarmRegion[], prefix: string) {
    this.#regions = regions;
    this.#prefix = prefix;
  }

  /**
   * Every alarm of the stage: first those in ALARM, then those without data, each by name.
   *
   * @param now used where CloudWatch does not report the time of the last change
   * @throws the error of a region that does not answer: a list without its alarms would look complete
   */
  async list(now: Date): Promise<StackAlarm[]> {
    const alarms = await Promise.all(this.#regions.map((region) => this.#listIn(region, now)));
    return alarms
      .flat()
      .sort((a, b) => alarmStates.indexOf(a.state) - alarmStates.indexOf(b.state) || (a.name < b.name ? -1 : 1));
  }

  async #listIn({ cloudWatch, suffix }: AlarmRegion, now: Date): Promise<StackAlarm[]> {
    const alarms: StackAlarm[] = [];
    const pages = paginateDescribeAlarms(
      { client: cloudWatch, pageSize: PAGE_SIZE },
      { AlarmNamePrefix: this.#prefix, AlarmTypes: ["MetricAlarm"] },
    );
    for await (const { MetricAlarms = [] } of pages) {
      for (const described of MetricAlarms) {
        const alarm = this.#ours(described, suffix, now);
        if (alarm !== undefined) alarms.push(alarm);
      }
    }
    return alarms;
  }

  /** Undefined for an alarm of another stage, whose name may begin with this one's, or of this one in another region. */
  #ours(described: MetricAlarm, suffix: string, now: Date): StackAlarm | undefined {
    const { AlarmName: fullName = "" } = described;
    if (!fullName.endsWith(suffix)) return undefined;
    const name = fullName.slice(this.#prefix.length, fullName.length - suffix.length);
    const { impact, runbook, anchor } = DESCRIPTION.exec(described.AlarmDescription ?? "")?.groups ?? {};
    if (impact === undefined || runbook === undefined || anchor !== name) return undefined;
    return {
      name,
      state: stateOf(described),
      reason: described.StateReason ?? "",
      // The time of the last evaluation is newer than that of the last change.
      since: described.StateTransitionedTimestamp ?? described.StateUpdatedTimestamp ?? now,
      impact,
      runbook,
    };
  }
}

function stateOf({ StateValue }: MetricAlarm): AlarmState {
  if (StateValue === "ALARM") return "alarm";
  return StateValue === "OK" ? "ok" : "insufficient_data";
}
