import { Rejected } from "../../../lambdas/shared/http/rejected.ts";
import { validate } from "../../../lambdas/shared/http/validate.ts";

/** The paths of the fields that a schema rejects. */
export function refused(schema: Parameters<typeof validate>[0], value: unknown, where = ""): readonly string[] {
  try {
    validate(schema, value, where);
    return [];
  } catch (error) {
    if (!(error instanceof Rejected) || error.status !== 400 || error.code !== "validation_error") throw error;
    return (error.errors ?? []).map(({ path }) => path);
  }
}
