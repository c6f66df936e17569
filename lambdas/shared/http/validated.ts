import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import type { FieldError } from "./rejected.ts";
import { Rejected } from "./rejected.ts";

// zod/mini has no texts of its own; one locale, not the forty that the full package brings.
z.config(en());

/**
 * Checks a part of a request against its schema; without a schema the part is not read at all.
 *
 * @param where prefix of the paths in the errors: "path" or "query"; "" for the body
 * @throws Rejected 400 `validation_error` that names every field at fault
 */
export function validated(schema: z.ZodMiniType | undefined, value: unknown, where: string): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const errors: FieldError[] = result.error.issues.map((issue) => ({
    path: [...(where === "" ? [] : [where]), ...issue.path.map(String)].join("."),
    message: issue.message,
  }));
  throw new Rejected(400, "validation_error", "Some fields are missing or not valid; see errors.", { errors });
}
