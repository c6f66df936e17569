/** The limit of a list's parts in a query: more than twice the number of fields. */
const MAX_PARTS = 20;

/** The context of a zod transform. */
interface Context {
  readonly issues: { push(issue: { code: "custom"; message: string; input: string; path: string[] }): unknown };
}

/** The comma-separated parts of a list in a query; none, and an issue, for more than 20. */
export function partsOf(text: string, context: Context): readonly string[] {
  const parts = text.split(",", MAX_PARTS + 1);
  if (parts.length <= MAX_PARTS) return parts;
  context.issues.push({ code: "custom", message: `must have ${MAX_PARTS} parts at the most`, input: text, path: [] });
  return [];
}
