import { describe, expect, it } from "vitest";
import { LogMetrics, readMetricFilters } from "../../../lib/local/alarms/metric-filters.ts";
import type { MetricValue } from "../../../lib/local/alarms/metrics.ts";
import { MINUTE_MS } from "../../../lib/local/alarms/metrics.ts";
import { Template } from "../../../lib/local/template/template.ts";

const GROUP = "/aws/lambda/local-things-api";

function filtersOf(...transformations: object[]) {
  const Properties = {
    LogGroupName: { Ref: "Logs" },
    FilterPattern: '{ $.message = "done" }',
    MetricTransformations: transformations,
  };
  const resources = {
    Logs: { Type: "AWS::Logs::LogGroup", Properties: { LogGroupName: GROUP } },
    Filter: { Type: "AWS::Logs::MetricFilter", Properties },
  };
  return readMetricFilters(new Template(resources, { api: "", aws: "" }));
}

function metricsOf(...transformations: object[]) {
  const put: MetricValue[] = [];
  return { lines: new LogMetrics(filtersOf(...transformations), (value) => put.push(value)), put };
}

const COUNT = { MetricNamespace: "Magpie", MetricName: "count", MetricValue: "1" };
const metric = { namespace: "Magpie", name: "count", dimensions: {} };
const line = (more: object = {}) => JSON.stringify({ message: "done", ...more });

describe("a metric filter", () => {
  it("counts the matching lines of its log group, and no others", () => {
    const { lines, put } = metricsOf(COUNT);
    lines.recordLine(GROUP, line(), 5);
    lines.recordLine(GROUP, line({ message: "other" }), 6);
    lines.recordLine(GROUP, "done", 7);
    lines.recordLine("/aws/lambda/other", line(), 8);
    expect(put).toEqual([{ metric, value: 1, at: 5 }]);
  });

  it("reads its value from the line, if the line has it as a number", () => {
    const { lines, put } = metricsOf({ ...COUNT, MetricValue: "$.took.ms" });
    for (const ms of [12.5, "13", null, undefined]) lines.recordLine(GROUP, line({ took: { ms } }), 0);
    expect(put.map(({ value }) => value)).toEqual([12.5]);
  });

  it("makes a metric for each combination of its dimensions", () => {
    const { lines, put } = metricsOf({ ...COUNT, Dimensions: [{ Key: "kind", Value: "$.kind" }] });
    for (const kind of ["a", "b", 7, null, {}]) lines.recordLine(GROUP, line({ kind }), 0);
    expect(put.map(({ metric: { dimensions } }) => dimensions)).toEqual([{ kind: "a" }, { kind: "b" }, { kind: "7" }]);
  });

  it("writes its default value for a minute whose lines do not match", () => {
    const { lines, put } = metricsOf({ ...COUNT, DefaultValue: 0 });
    lines.recordLine(GROUP, line({ message: "other" }), 0);
    lines.recordLine(GROUP, line({ message: "other" }), MINUTE_MS);
    lines.recordLine(GROUP, line(), MINUTE_MS + 1);
    lines.settle(2 * MINUTE_MS);
    lines.settle(9 * MINUTE_MS);
    expect(put).toEqual([
      { metric, value: 0, at: 0 },
      { metric, value: 1, at: MINUTE_MS + 1 },
    ]);
  });

  it.each([
    [{ ...COUNT, DefaultValue: 0, Dimensions: [{ Key: "a", Value: "$.a" }] }],
    [{ ...COUNT, Dimensions: ["a", "b", "c", "d"].map((Key) => ({ Key, Value: `$.${Key}` })) }],
    [{ ...COUNT, MetricValue: "many" }],
    [{ ...COUNT, MetricValue: "$" }],
  ])("is rejected like by CloudWatch Logs: %j", (transformation) => {
    expect(() => filtersOf(transformation)).toThrow();
  });
});
