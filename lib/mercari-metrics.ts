import { Duration } from "aws-cdk-lib";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { FIVE_MINUTES, HOUR } from "./constructs/alarms.ts";
import { logLine } from "./constructs/function-logs.ts";
import type { LambdaFunction } from "./constructs/lambda-function.ts";
import type { Platform } from "./constructs/platform.ts";

const HALF_A_DAY = Duration.hours(12);

export function watchMercari(
  platform: Platform,
  { api, worker }: { readonly api: LambdaFunction; readonly worker: LambdaFunction },
): void {
  const page = logLine("mercari_page");
  const said = (field: string, value: string) => FilterPattern.stringValue(`$.${field}`, "=", value);
  const unreadable = FilterPattern.all(
    page,
    FilterPattern.any(
      said("error_kind", "unrecognized"),
      said("error_kind", "not_rendered"),
      said("error_kind", "truncated"),
      FilterPattern.booleanValue("$.complete", false),
    ),
  );
  // A refusal has an alarm of its own, and ends by itself.
  const unread = FilterPattern.all(
    logLine("mercari_search_failing"),
    ...["blocked", "rate_limited", "breaker_open"].map((kind) => FilterPattern.stringValue("$.error_kind", "!=", kind)),
  );
  const changed = FilterPattern.all(page, said("page", "search"), said("error_kind", "unrecognized"));

  /** One metric for the log lines of the worker and of the API, which also runs crawls. */
  const crawlMetric = (
    name: string,
    pattern: ReturnType<typeof logLine>,
    dimensions?: Readonly<Record<string, string>>,
  ) => {
    const of = { name, pattern, ...(dimensions === undefined ? {} : { dimensions }) };
    api.logMetric(of);
    return worker.logMetric(of);
  };

  crawlMetric("mercari-pages", page, { outcome: "$.outcome", error_kind: "$.error_kind", layout: "$.layout" });
  platform.dashboard.show(
    "Mercari: pages by outcome, error and layout",
    new MathExpression({
      label: "",
      period: HOUR,
      expression: `SEARCH('{${platform.metricNamespace},outcome,error_kind,layout} MetricName="mercari-pages"', 'Sum', ${HOUR.toSeconds()})`,
    }),
  );
  platform.alarms.add({
    name: "mercari-markup-changed",
    severity: "warning",
    cause: "theirs",
    kind: "event",
    impact: "Prices are not brought up to date: Mercari's search page looks different from all that the reader knows.",
    metric: crawlMetric("mercari-markup-changed", changed).with({ period: FIVE_MINUTES }),
    threshold: 1,
  });
  platform.alarms.add({
    name: "mercari-pages-unreadable",
    severity: "warning",
    cause: "theirs",
    kind: "event",
    impact: "Some prices are not brought up to date: many pages of Mercari were not whole or could not be read.",
    // The search of a single product is read once an hour: a page of it that is never complete must be reported, too.
    metric: crawlMetric("mercari-pages-unreadable", unreadable).with({ period: HALF_A_DAY, statistic: Stats.SUM }),
    threshold: 10,
  });
  platform.alarms.add({
    name: "mercari-search-unread",
    severity: "warning",
    cause: "theirs",
    kind: "event",
    impact: "Prices of some or all products have not been updated for hours, and will not be without help.",
    metric: crawlMetric("mercari-search-unread", unread).with({ period: HOUR }),
    threshold: 1,
  });
  platform.alarms.add({
    name: "mercari-blocked",
    severity: "warning",
    cause: "theirs",
    kind: "event",
    impact: "Prices are not brought up to date for some hours: Mercari has refused us, and is left alone.",
    metric: crawlMetric("mercari-blocked", logLine("mercari_breaker_opened")).with({ period: FIVE_MINUTES }),
    threshold: 1,
  });
  worker.alarmOnLog({
    code: "mercari_deletions_stopped",
    name: "mercari-deletions-stopped",
    severity: "warning",
    cause: "theirs",
    impact: "Offers that are said to be gone still show: more of them at once than looks right.",
  });
}
