/** Parts of a list in a query at the most: more than twice as many as there are fields to name. */
const MAX_PARTS = 20;

/** What a transform of zod's may say of its input. */
interface Context {
  readonly issues: { push(issue: { code: "custom"; message: string; input: string; path: string[] }): unknown };
}

/** The parts of a list that a query writes with commas; none, and an issue, for more than 20. */
export function partsOf(text: string, context: Context): readonly string[] {
  const parts = text.split(",", MAX_PARTS + 1);
  if (parts.length <= MAX_PARTS) return parts;
  context.issues.push({ code: "custom", message: `must have ${MAX_PARTS} parts at the most`, input: text, path: [] });
  return [];
}
