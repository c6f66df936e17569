/** One entry of a policy's `Condition`: an operator, a condition key, and the values it is compared with. */
export interface PolicyCondition {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** The condition keys of a request; keys are case-insensitive. */
export type RequestContext = Readonly<Record<string, string | readonly string[]>>;

type Compare = (wanted: string, value: string) => boolean;

const equal: Compare = (wanted, value) => wanted === value;
const anyCase: Compare = (wanted, value) => wanted.toLowerCase() === value.toLowerCase();

/** Operators, including the negated ones (IAM guide, "Condition operators"). */
const OPERATORS: Readonly<Record<string, { readonly compare: Compare; readonly negated?: true }>> = {
  StringEquals: { compare: equal },
  StringNotEquals: { compare: equal, negated: true },
  StringEqualsIgnoreCase: { compare: anyCase },
  StringLike: { compare: wildcard },
  StringNotLike: { compare: wildcard, negated: true },
  ArnEquals: { compare: wildcardArn },
  ArnLike: { compare: wildcardArn },
  ArnNotEquals: { compare: wildcardArn, negated: true },
  ArnNotLike: { compare: wildcardArn, negated: true },
  Bool: { compare: anyCase },
};

const SETS = /^(ForAnyValue|ForAllValues):/;

/** Whether conditions with an operator can be evaluated. */
export function isKnownOperator(operator: string): boolean {
  return known(operator) !== undefined;
}

/** Whether a condition holds for a request. @throws Error for an unknown operator */
export function holds(condition: PolicyCondition, context: RequestContext): boolean {
  const found = known(condition.operator);
  if (found === undefined) throw new Error(`Conditions with ${condition.operator} are not evaluated.`);
  const value = contextValue(context, condition.key);
  const set = SETS.exec(condition.operator)?.[1];
  // Without the key in the request only the negated operators, `…IfExists` and ForAllValues hold; ForAnyValue never does.
  if (value === undefined) {
    if (set !== undefined) return set === "ForAllValues";
    return found.negated === true || condition.operator.endsWith("IfExists");
  }
  const meets = (one: string) =>
    condition.values.some((wanted) => found.compare(wanted, one)) !== (found.negated ?? false);
  const values = typeof value === "string" ? [value] : value;
  return set === "ForAllValues" ? values.every(meets) : values.some(meets);
}

function known(operator: string) {
  const name = operator.replace(SETS, "").replace(/IfExists$/, "");
  return Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
}

function contextValue(context: RequestContext, key: string): string | readonly string[] | undefined {
  return Object.entries(context).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1];
}

/** Whether the six parts of an ARN match those of the pattern: a wildcard ends at a colon, but for one in the last part. */
function wildcardArn(pattern: string, text: string): boolean {
  const [patterns, parts] = [arnParts(pattern), arnParts(text)];
  return patterns.length > 0 && patterns.every((each, index) => wildcard(each, parts[index] ?? ""));
}

const arnParts = (arn: string) => /^([^:]*):([^:]*):([^:]*):([^:]*):([^:]*):(.*)$/s.exec(arn)?.slice(1) ?? [];

/** IAM's wildcards: `*` for any text, `?` for one character. */
export function wildcard(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
}
