import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import type { FieldError } from "./rejected.ts";
import { invalidFields } from "./rejected.ts";

// zod/mini contains no messages. One locale is added; the full package would bring forty.
z.config(en());

/**
 * Validates a part of a request against its schema; without a schema the part is not read.
 *
 * @param where prefix of the paths in the errors: "path" or "query"; "" for the body
 * @throws Rejected 400 `validation_error` that names every invalid field
 */
export function validate(schema: z.ZodMiniType | undefined, value: unknown, where: string): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const errors: FieldError[] = result.error.issues.map((issue) => ({
    path: [...(where === "" ? [] : [where]), ...issue.path.map(String)].join("."),
    message: issue.message,
    ...(issue.code === "custom" ? placeOf(issue.params) : {}),
  }));
  throw invalidFields(errors);
}

/** The place of an error in a text, if its check has told it. */
function placeOf({ offset, length }: Readonly<Record<string, unknown>> = {}): Pick<FieldError, "offset" | "length"> {
  return typeof offset === "number" && typeof length === "number" ? { offset, length } : {};
}
