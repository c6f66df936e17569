import { Duration } from "aws-cdk-lib";
import type { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { AttributeType } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { HOUR } from "./alarms.ts";
import { logLine } from "./function-logs.ts";
import type { LambdaFunction } from "./lambda-function.ts";
import { percentage } from "./ratio.ts";
import type { StageContext } from "./stage-context.ts";
import { StandardTable } from "./standard-table.ts";

/** The metric with a value for each key that a request had: 1 where the key had been used before, else 0. */
const REPLAYED = "idempotency-keys-replayed";

/** The table of idempotency keys, and the share of requests that are replays. */
export class Idempotency extends Construct {
  readonly table: StandardTable;
  readonly #platform: StageContext;

  constructor(scope: Construct, id: string, platform: StageContext) {
    super(scope, id);
    this.#platform = platform;
    this.table = new StandardTable(this, "Keys", {
      platform,
      name: "idempotency_keys",
      partitionKey: { name: "id", type: AttributeType.STRING },
    });
    platform.alarms.add({
      name: "idempotency-replays",
      severity: "warning",
      cause: "theirs",
      kind: "event",
      impact: "More than half of a day's requests are repeated: a client sends again and again what was answered.",
      // Over a day: an hour of replays harms nobody, and a client that repeats every request does so until it is repaired.
      metric: this.#replays(Duration.days(1)),
      threshold: 50,
      when: "above",
    });
    platform.dashboard.show("Idempotency keys", this.#replays(HOUR));
  }

  #replays(period: Duration): MathExpression {
    return percentage({
      label: "replays, % of requests with a key",
      part: this.#replayed(Stats.SUM),
      whole: this.#replayed(Stats.SAMPLE_COUNT),
      period,
    });
  }

  watch(keyed: LambdaFunction): void {
    keyed.logMetric({ name: REPLAYED, pattern: logLine("idempotency_key_used"), value: "$.replays" });
  }

  #replayed(statistic: string): Metric {
    return new Metric({ namespace: this.#platform.metricNamespace, metricName: REPLAYED, statistic });
  }
}
