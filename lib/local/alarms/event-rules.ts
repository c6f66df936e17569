import type { Template } from "../template/template.ts";

/** An event on EventBridge's default bus. */
export type BusEvent = Readonly<Record<string, unknown>>;

/** A rule of the template: its event pattern, and its targets with their inputs. */
export interface EventRule {
  readonly name: string;
  readonly arn: string;
  readonly matches: (event: BusEvent) => boolean;
  readonly targets: readonly { readonly arn: string; readonly input: (event: BusEvent) => string }[];
}

/**
 * Reads the template's EventBridge rules.
 *
 * @throws Error on patterns, schedules and inputs that the local system does not support
 */
export function readEventRules(template: Template): EventRule[] {
  return template.ofType("AWS::Events::Rule").map(({ ref, attributes, properties }) => {
    const name = String(properties.Name ?? ref);
    if (properties.EventPattern === undefined || properties.ScheduleExpression !== undefined) {
      throw new Error(`Rule ${name} has no event pattern; the local runner knows no other rules.`);
    }
    const enabled = properties.State !== "DISABLED";
    const matches = patternOf(name, properties.EventPattern);
    return {
      name,
      arn: String(attributes.Arn),
      matches: (event) => enabled && matches(event),
      targets: ((properties.Targets ?? []) as Record<string, unknown>[]).map((target) => ({
        arn: String(target.Arn),
        input: inputOf(name, target),
      })),
    };
  });
}

type Matcher = (value: unknown) => boolean;

/** A pattern names fields; a list holds the accepted values (EventBridge user guide, "Creating event patterns"). */
function patternOf(rule: string, pattern: unknown): Matcher {
  if (Array.isArray(pattern)) {
    const choices = pattern.map((choice) => choiceOf(rule, choice));
    return (value) => choices.some((choice) => (Array.isArray(value) ? value.some(choice) : choice(value)));
  }
  if (typeof pattern !== "object" || pattern === null)
    throw new Error(`Rule ${rule}: a pattern's values stand in lists.`);
  const fields = Object.entries(pattern).map(([field, of]) => [field, patternOf(rule, of)] as const);
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    fields.every(([field, matches]) => matches((value as Record<string, unknown>)[field]));
}

function choiceOf(rule: string, choice: unknown): Matcher {
  if (typeof choice !== "object" || choice === null) return (value) => value === choice;
  const [operator, ...others] = Object.entries(choice);
  if (operator?.[0] !== "prefix" || typeof operator[1] !== "string" || others.length > 0) {
    throw new Error(
      `Rule ${rule}: the local runner does not know ${JSON.stringify(choice)}; it knows values and prefix.`,
    );
  }
  const [, prefix] = operator;
  return (value) => typeof value === "string" && value.startsWith(prefix);
}

interface Transformer {
  readonly InputPathsMap?: Readonly<Record<string, string>>;
  readonly InputTemplate: string;
}

/** The whole event, a constant, or a template whose `<names>` are placeholders for parts of the event. */
function inputOf(rule: string, target: Readonly<Record<string, unknown>>): (event: BusEvent) => string {
  if (target.InputPath !== undefined) throw new Error(`Rule ${rule}: the local runner does not know InputPath.`);
  if (target.Input !== undefined) return () => String(target.Input);
  const transformer = target.InputTransformer as Transformer | undefined;
  if (transformer === undefined) return (event) => JSON.stringify(event);
  const paths = Object.entries(transformer.InputPathsMap ?? {}).map(
    ([name, path]) => [name, stepsOf(rule, path)] as const,
  );
  return (event) => {
    let text = transformer.InputTemplate;
    // Inside a quoted template a value is part of a string, so its quotes are escaped.
    for (const [name, steps] of paths)
      text = text.replaceAll(`<${name}>`, () => JSON.stringify(textAt(event, steps)).slice(1, -1));
    return text.startsWith('"') ? String(JSON.parse(text)) : text;
  };
}

function stepsOf(rule: string, path: string): string[] {
  const [root, ...steps] = path.split(".");
  if (root !== "$" || steps.some((step) => !/^[\w-]+$/.test(step)))
    throw new Error(`Rule ${rule}: not a path: ${path}`);
  return steps;
}

function textAt(event: BusEvent, steps: readonly string[]): string {
  let value: unknown = event;
  for (const step of steps) value = (value as Record<string, unknown> | undefined)?.[step];
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
