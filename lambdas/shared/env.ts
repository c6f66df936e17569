import * as z from "zod/mini";

/** The environment variables of an entry: name to the schema that parses the text. */
export type EnvironmentContract = Readonly<Record<string, z.ZodMiniType<unknown, string | undefined>>>;

/** The parsed environment of a contract. */
export type Environment<C extends EnvironmentContract> = { readonly [K in keyof C]: z.output<C[K]> };

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
      // A text that is not JSON has no value, which fits no shape.
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
  for (const [name, schema] of Object.entries(contract)) {
    const result = z.safeParse(schema, source[name]);
    if (result.success) parsed[name] = result.data;
    else faults.push(`${name} (${source[name] === undefined ? "missing" : "unreadable"})`);
  }
  if (faults.length > 0) throw new Error(`Environment variables missing or unreadable: ${faults.join(", ")}`);
  return parsed as Environment<C>;
}
