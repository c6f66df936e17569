import type { Path } from "../../expressions/filter-syntax.ts";
import { parseSelector } from "../../expressions/filter-syntax.ts";
import type { Template } from "../template/template.ts";
import type { LinePredicate } from "./filter-pattern.ts";
import { filterPattern, jsonLine, valueAt } from "./filter-pattern.ts";
import type { MetricName, MetricValue } from "./metrics.ts";
import { MINUTE_MS } from "./metrics.ts";

export interface MetricFilter {
  readonly logicalId: string;
  readonly logGroup: string;
  readonly pattern: string;
  readonly matches: LinePredicate;
  readonly transformations: readonly Transformation[];
}

/** The metric of a matching line, and the value it adds. */
export interface Transformation {
  readonly namespace: string;
  readonly name: string;
  /** A number, or its selector in the line. */
  readonly value: number | Path;
  /** The default value of a minute whose lines do not match; undefined for none. */
  readonly otherwise: number | undefined;
  readonly dimensions: readonly (readonly [name: string, path: Path])[];
}

/**
 * The maximum of dimensions of one metric (CloudWatch Logs user guide, "Creating metrics from log events using
 * filters").
 */
const MAX_DIMENSIONS = 3;

/**
 * Reads the template's metric filters.
 *
 * @throws Error on an unsupported pattern, and on definitions that CloudWatch Logs would refuse
 */
export function readMetricFilters(template: Template): MetricFilter[] {
  return template.ofType("AWS::Logs::MetricFilter").map(({ logicalId, properties }) => ({
    logicalId,
    logGroup: String(properties.LogGroupName),
    pattern: String(properties.FilterPattern),
    matches: filterPattern(String(properties.FilterPattern)),
    transformations: (properties.MetricTransformations as Record<string, unknown>[]).map(readTransformation),
  }));
}

function readTransformation(properties: Readonly<Record<string, unknown>>): Transformation {
  const name = String(properties.MetricName);
  const value = String(properties.MetricValue);
  const dimensions = (properties.Dimensions ?? []) as { Key: string; Value: string }[];
  const otherwise = properties.DefaultValue === undefined ? undefined : Number(properties.DefaultValue);
  if (dimensions.length > MAX_DIMENSIONS) throw new Error(`Metric ${name} has more than ${MAX_DIMENSIONS} dimensions.`);
  if (dimensions.length > 0 && otherwise !== undefined) {
    throw new Error(`Metric ${name} has dimensions and a default value; CloudWatch Logs refuses both together.`);
  }
  if (!value.startsWith("$") && !Number.isFinite(Number(value)))
    throw new Error(`Metric ${name} has no value: ${value}`);
  return {
    namespace: String(properties.MetricNamespace),
    name,
    value: value.startsWith("$") ? parseSelector(value) : Number(value),
    otherwise,
    dimensions: dimensions.map(({ Key, Value }) => [Key, parseSelector(Value)]),
  };
}

export class LogMetrics {
  readonly #byGroup = new Map<string, MetricFilter[]>();
  readonly #put: (value: MetricValue) => void;
  /** For filters with a default value: the minute of their last line, and whether a line of that minute has matched. */
  readonly #minutes = new Map<MetricFilter, { minute: number; matched: boolean }>();

  constructor(filters: readonly MetricFilter[], put: (value: MetricValue) => void) {
    for (const filter of filters) {
      this.#byGroup.set(filter.logGroup, [...(this.#byGroup.get(filter.logGroup) ?? []), filter]);
    }
    this.#put = put;
  }

  /** Processes a line of a log group. @param at milliseconds */
  recordLine(logGroup: string, text: string, at: number): void {
    const filters = this.#byGroup.get(logGroup);
    if (filters === undefined) return;
    const line = jsonLine(text);
    for (const filter of filters) {
      const matched = line !== undefined && filter.matches(line);
      this.#noteMinute(filter, matched, at);
      if (!matched) continue;
      for (const transformation of filter.transformations) {
        const value = transformed(transformation, line);
        if (value !== undefined) this.#put({ ...value, at });
      }
    }
  }

  /** Puts the default values of the minutes that have ended. @param now milliseconds */
  settle(now: number): void {
    for (const [filter, { minute, matched }] of this.#minutes) {
      if (minute >= Math.floor(now / MINUTE_MS)) continue;
      this.#minutes.delete(filter);
      if (matched) continue;
      for (const { namespace, name, otherwise } of filter.transformations) {
        if (otherwise === undefined) continue;
        this.#put({ metric: { namespace, name, dimensions: {} }, value: otherwise, at: minute * MINUTE_MS });
      }
    }
  }

  #noteMinute(filter: MetricFilter, matched: boolean, at: number): void {
    if (filter.transformations.every(({ otherwise }) => otherwise === undefined)) return;
    this.settle(at);
    const before = this.#minutes.get(filter);
    this.#minutes.set(filter, { minute: Math.floor(at / MINUTE_MS), matched: matched || before?.matched === true });
  }
}

/** The value of a matching line; undefined when the line lacks the number or a dimension. */
function transformed(
  { namespace, name, value, dimensions }: Transformation,
  line: unknown,
): { readonly metric: MetricName; readonly value: number } | undefined {
  const number = typeof value === "number" ? value : valueAt(line, value);
  if (typeof number !== "number") return undefined;
  const found = dimensions.map(([key, path]) => [key, valueAt(line, path)] as const);
  if (found.some(([, of]) => of === undefined || of === null || typeof of === "object")) return undefined;
  return {
    metric: { namespace, name, dimensions: Object.fromEntries(found.map(([key, of]) => [key, String(of)])) },
    value: number,
  };
}
