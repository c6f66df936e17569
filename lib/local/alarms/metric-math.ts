/**
 * CloudWatch's metric math, as far as alarms need it (CloudWatch user guide, "Using math expressions with CloudWatch
 * metrics"): + - * /, comparisons, IF and FILL.
 */

/** Values by period; undefined for a period without data. */
export type Series = readonly (number | undefined)[];

/** Computes an expression over a number of periods from the series of its metrics, by their ids. */
export type Expression = (metrics: ReadonlyMap<string, Series>, periods: number) => Series;

/** A part of an expression: a series, or one number for all periods. */
type Value = number | Series;
type Part = (metrics: ReadonlyMap<string, Series>, periods: number) => Value;

const TOKEN = /\s*(\d+(?:\.\d+)?|[A-Za-z]\w*|>=|<=|==|!=|[-+*/()<>,])/y;

/** Missing values count as 0, and a division by 0 has no result (the guide's "Using functions and operators"). */
const ARITHMETIC: Readonly<Record<string, (one: number, other: number) => number | undefined>> = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "/": (one, other) => (other === 0 ? undefined : one / other),
};

const COMPARISON: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  ">": (one, other) => one > other,
  ">=": (one, other) => one >= other,
  "<": (one, other) => one < other,
  "<=": (one, other) => one <= other,
  "==": (one, other) => one === other,
  "!=": (one, other) => one !== other,
};

/**
 * Parses an expression.
 *
 * @param ids the metrics that the expression may name
 * @throws Error on an unsupported function, operator or name
 */
export function metricMath(expression: string, ids: ReadonlySet<string>): Expression {
  const part = new MathParser(expression, ids).parse();
  return (metrics, periods) => spread(part(metrics, periods), periods);
}

class MathParser {
  readonly #text: string;
  readonly #ids: ReadonlySet<string>;
  readonly #tokens: string[];

  constructor(text: string, ids: ReadonlySet<string>) {
    this.#text = text;
    this.#ids = ids;
    this.#tokens = this.#split();
  }

  parse(): Part {
    const part = this.#comparison();
    if (this.#tokens.length > 0) throw this.#error(`${this.#tokens[0]} is not expected`);
    return part;
  }

  #split(): string[] {
    const tokens: string[] = [];
    for (let at = 0; this.#text.slice(at).trim() !== ""; at = TOKEN.lastIndex) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(this.#text)?.[1];
      if (token === undefined) throw this.#error(`not understood from character ${at + 1} on`);
      tokens.push(token);
    }
    return tokens;
  }

  #comparison(): Part {
    return this.#operators(
      () => this.#sum(),
      COMPARISON,
      (holds, one, other) => (one === undefined || other === undefined ? undefined : Number(holds(one, other))),
    );
  }

  #sum(): Part {
    const { "+": plus, "-": minus } = ARITHMETIC;
    return this.#operators(() => this.#product(), { "+": plus, "-": minus }, combined);
  }

  #product(): Part {
    const { "*": times, "/": by } = ARITHMETIC;
    return this.#operators(() => this.#atom(), { "*": times, "/": by }, combined);
  }

  #operators<F>(
    next: () => Part,
    operators: Readonly<Record<string, F>>,
    apply: (operator: NonNullable<F>, one: number | undefined, other: number | undefined) => number | undefined,
  ): Part {
    let left = next();
    for (;;) {
      const operator = operators[this.#tokens[0] ?? ""];
      if (operator === undefined || operator === null) return left;
      this.#tokens.shift();
      const [one, other] = [left, next()];
      left = (metrics, periods) => {
        const [ones, others] = [spread(one(metrics, periods), periods), spread(other(metrics, periods), periods)];
        return ones.map((value, index) => apply(operator, value, others[index]));
      };
    }
  }

  #atom(): Part {
    const token = this.#tokens.shift();
    if (token === undefined) throw this.#error("it ends too early");
    if (token === "(") {
      const part = this.#comparison();
      this.#expect(")");
      return part;
    }
    if (/^\d/.test(token)) return () => Number(token);
    if (token === "-") {
      const part = this.#atom();
      return (metrics, periods) => spread(part(metrics, periods), periods).map((value) => value && -value);
    }
    if (this.#tokens[0] === "(") return this.#function(token);
    if (!this.#ids.has(token)) throw this.#error(`there is no metric ${token}`);
    return (metrics, periods) => metrics.get(token) ?? Array.from({ length: periods }, () => undefined);
  }

  #function(name: string): Part {
    this.#expect("(");
    const given = [this.#comparison()];
    while (this.#tokens[0] === ",") {
      this.#tokens.shift();
      given.push(this.#comparison());
    }
    this.#expect(")");
    const [first, second, third] = given;
    if (name === "IF" && first && second && given.length <= 3) return ifPart(first, second, third ?? (() => []));
    if (name === "FILL" && first && second && given.length === 2) return fillPart(first, second);
    throw this.#error(`the local runner does not know ${name} with ${given.length} arguments`);
  }

  #expect(token: string): void {
    if (this.#tokens.shift() !== token) throw this.#error(`${token} is expected`);
  }

  #error(what: string): Error {
    return new Error(`Metric math ${this.#text}: ${what}.`);
  }
}

const combined = (
  operator: (one: number, other: number) => number | undefined,
  one: number | undefined,
  other: number | undefined,
) => (one === undefined && other === undefined ? undefined : operator(one ?? 0, other ?? 0));

/**
 * Without a value of the condition there is no result; where the condition holds and the metric has no value, the
 * result is 0.
 */
function ifPart(condition: Part, then: Part, otherwise: Part): Part {
  return (metrics, periods) => {
    const [thens, otherwises] = [then, otherwise].map((part) => spread(part(metrics, periods), periods));
    return spread(condition(metrics, periods), periods).map((holds, index) => {
      if (holds === undefined) return undefined;
      return holds === 0 ? otherwises?.[index] : (thens?.[index] ?? 0);
    });
  };
}

function fillPart(metric: Part, filling: Part): Part {
  return (metrics, periods) => {
    const fillings = spread(filling(metrics, periods), periods);
    return spread(metric(metrics, periods), periods).map((value, index) => value ?? fillings[index]);
  };
}

function spread(value: Value, periods: number): Series {
  return typeof value === "number" ? Array.from({ length: periods }, () => value) : value;
}
