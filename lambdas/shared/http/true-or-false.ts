import * as z from "zod/mini";

/** A parameter of a query that is `true` or `false`. */
export const trueOrFalse = z.pipe(
  z.enum(["true", "false"]),
  z.transform((value) => value === "true"),
);
