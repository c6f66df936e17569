import { expect, it } from "vitest";
import { withTag } from "../../../lambdas/shared/http/entity-tag.ts";

const answer = { statusCode: 200, headers: { "cache-control": "public, max-age=10" }, body: "a list" };
const { etag } = withTag(answer, undefined).headers as { etag: string };

it("tags an answer by its body, so that another body has another tag", () => {
  expect(withTag(answer, undefined)).toEqual({ ...answer, headers: { ...answer.headers, etag } });
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(withTag({ ...answer, body: "another list" }, etag)).toMatchObject({ statusCode: 200, body: "another list" });
});

it.each([etag, etag.slice(2), `"x", ${etag}`, "*"])("sends no body to somebody who has it, by %s", (known) => {
  expect(withTag(answer, known)).toEqual({ statusCode: 304, headers: { ...answer.headers, etag } });
});

it("tags only found items", () => {
  const problem = { statusCode: 400, body: "{}" };
  expect(withTag(problem, "*")).toBe(problem);
});
