import * as z from "zod/mini";
import type { ResourceUse } from "./resource-use.ts";

/** The environment variables of an entry: name to the resource that it names, or to the schema that parses its text. */
export type EnvironmentContract = Readonly<Record<string, ResourceUse | z.ZodMiniType<unknown, string | undefined>>>;

/** The parsed environment of a contract; a resource's variable is the resource's name, URL or ARN. */
export type Environment<C extends EnvironmentContract> = {
  readonly [K in keyof C]: C[K] extends z.ZodMiniType ? z.output<C[K]> : string;
};

/** A variable that must exist and not be empty. */
export const text = z.string().check(z.minLength(1));

/** A variable that holds a whole number, zero or more. */
export const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform((value: string) => Number(value)),
);

/** A variable that must exist but may be empty. */
export const optionalText = z.string();

/** A variable that holds a whole number, one or more. */
export const count = z.pipe(
  z.string().check(z.regex(/^[1-9]\d*$/)),
  z.transform((value: string) => Number(value)),
);

/** Factor on the waits that the code measures itself; the deployed value is "1". */
export const waitScale = z.pipe(
  z.string().check(z.regex(/^\d+(\.\d+)?$/)),
  z.transform((value: string) => Number(value)),
);

/** A variable whose text is JSON of the given shape. */
export function json<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.pipe(
      z.string(),
      // A text that is not JSON becomes undefined, which no schema accepts.
      z.transform((value: string): unknown => {
        try {
          return JSON.parse(value);
        } catch {
          return undefined;
        }
      }),
    ),
    schema,
  );
}

/** Whether Lambda runs this process, and so has an init phase: only Lambda sets this variable, in each of its environments. */
export function hasInitPhase(): boolean {
  return process.env.AWS_LAMBDA_INITIALIZATION_TYPE !== undefined;
}

export function schemaOf(variable: EnvironmentContract[string]): z.ZodMiniType<unknown, string | undefined> {
  if ("_zod" in variable) return variable;
  return "isOptional" in variable ? optionalText : text;
}

/**
 * Reads an environment by its contract. Only this file of the Lambdas reads `process.env`.
 *
 * @throws Error that names every missing or invalid variable at once (never their values)
 */
export function readEnvironment<C extends EnvironmentContract>(
  contract: C,
  source: Readonly<Record<string, string | undefined>> = process.env,
): Environment<C> {
  const parsed: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, variable] of Object.entries(contract)) {
    const result = z.safeParse(schemaOf(variable), source[name]);
    if (result.success) parsed[name] = result.data;
    else faults.push(`${name} (${source[name] === undefined ? "missing" : "unreadable"})`);
  }
  if (faults.length > 0) throw new Error(`Environment variables missing or unreadable: ${faults.join(", ")}`);
  return parsed as Environment<C>;
}
