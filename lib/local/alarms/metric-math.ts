/**
 * CloudWatch's metric math, as far as alarms need it (CloudWatch user guide, "Using math expressions with CloudWatch
 * metrics"): + - * /, comparisons, IF and FILL. These are expressions of JavaScript, too, by the same precedence.
 */
import type { Expression as Syntax } from "acorn";
import { parseExpressionAt } from "acorn";

/** Values by period; undefined for a period without data. */
export type Series = readonly (number | undefined)[];

/** Computes an expression over a number of periods from the series of its metrics, by their ids. */
export type Expression = (metrics: ReadonlyMap<string, Series>, periods: number) => Series;

type Value = number | undefined;

/** Computes the value of one period. */
type Operation = (...values: readonly Value[]) => Value;

/** Missing values count as 0, unless all are missing (the guide's "Using functions and operators"). */
const arithmetic =
  (apply: (one: number, other: number) => Value): Operation =>
  (one, other) =>
    one === undefined && other === undefined ? undefined : apply(one ?? 0, other ?? 0);

const comparison =
  (holds: (one: number, other: number) => boolean): Operation =>
  (one, other) =>
    one === undefined || other === undefined ? undefined : Number(holds(one, other));

const OPERATORS: Readonly<Record<string, Operation>> = {
  "+": arithmetic((one, other) => one + other),
  "-": arithmetic((one, other) => one - other),
  "*": arithmetic((one, other) => one * other),
  "/": arithmetic((one, other) => (other === 0 ? undefined : one / other)),
  ">": comparison((one, other) => one > other),
  ">=": comparison((one, other) => one >= other),
  "<": comparison((one, other) => one < other),
  "<=": comparison((one, other) => one <= other),
  "==": comparison((one, other) => one === other),
  "!=": comparison((one, other) => one !== other),
};

/** By name and count of arguments. */
const FUNCTIONS: Readonly<Record<string, Operation>> = {
  "IF 2": chosen,
  "IF 3": chosen,
  "FILL 2": (value, filling) => value ?? filling,
};

/**
 * Without a value of the condition there is no result; where the condition holds and the metric has no value, the
 * result is 0.
 */
function chosen(holds: Value, then: Value, otherwise: Value): Value {
  if (holds === undefined) return undefined;
  return holds === 0 ? otherwise : (then ?? 0);
}

/**
 * Parses an expression.
 *
 * @param ids the metrics that the expression may name
 * @throws Error on an unsupported function, operator or name
 */
export function metricMath(text: string, ids: ReadonlySet<string>): Expression {
  const whole = parseExpressionAt(text, 0, { ecmaVersion: 5 });
  if (text.slice(whole.end).trim() !== "") throw unknown(text.slice(whole.end));
  return compiled(whole);

  function unknown(what: string): Error {
    return new Error(`Metric math ${text}: the local runner does not know ${what}.`);
  }

  function compiled(part: Syntax): Expression {
    const written = text.slice(part.start, part.end);
    if (part.type === "Literal" && typeof part.value === "number") {
      const { value } = part;
      return (_, periods) => Array.from({ length: periods }, () => value);
    }
    if (part.type === "Identifier" && ids.has(part.name)) {
      const { name } = part;
      return (metrics, periods) => metrics.get(name) ?? Array.from({ length: periods }, () => undefined);
    }
    if (part.type === "UnaryExpression" && part.operator === "-") {
      return applied((value) => value && -value, [part.argument]);
    }
    if (part.type === "BinaryExpression" && part.left.type !== "PrivateIdentifier") {
      return applied(OPERATORS[part.operator], [part.left, part.right]);
    }
    if (part.type === "CallExpression" && part.callee.type === "Identifier") {
      return applied(FUNCTIONS[`${part.callee.name} ${part.arguments.length}`], part.arguments as Syntax[]);
    }
    throw unknown(written);

    function applied(operation: Operation | undefined, operands: readonly Syntax[]): Expression {
      if (operation === undefined) throw unknown(written);
      const parts = operands.map(compiled);
      return (metrics, periods) => {
        const series = parts.map((each) => each(metrics, periods));
        return Array.from({ length: periods }, (_, index) => operation(...series.map((values) => values[index])));
      };
    }
  }
}
