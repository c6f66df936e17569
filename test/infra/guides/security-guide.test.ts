import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { allRoutes } from "../../../lambdas/operations/all-routes.ts";
import matrix from "../role-matrix.json" with { type: "json" };
import everySetting from "../role-matrix-of-every-setting.json" with { type: "json" };
import { ROOT } from "../synthesized.ts";
import { spansIn } from "./rows.ts";

const guide = readFileSync(join(ROOT, "docs/security.md"), "utf8");

it.each([
  ["public", undefined, "Everybody"],
  ["user", "read", "Whoever has an access token"],
  ["user", "save", "With the scope `save` or `full`"],
  ["user", "full", "With the scope `full`"],
])("names every route whose access is %s and whose scope is %s", (access, scope, who) => {
  const [, listed = ""] = new RegExp(`^- ${who}: (.*?)\\.\n- `, "ms").exec(guide) ?? [];
  const expected = allRoutes
    .filter((route) => route.access === access && route.scope === scope)
    .map(({ method, path }) => `${method} ${path}`);
  expect(spansIn(listed.replaceAll(/\s+/g, " ")).toSorted()).toEqual(expected.sort());
});

/** The permissions of a role that do not depend on its function. */
const COMMON = /^logs:/;

it("names every permission that settings add", () => {
  const added = Object.entries(everySetting as Record<string, Record<string, string>>).flatMap(([holder, actions]) =>
    Object.keys(actions)
      .filter(
        (action) =>
          !COMMON.test(action) && !(action in ((matrix as Record<string, Record<string, string>>)[holder] ?? {})),
      )
      .map((action) => `${action} ${holder}`),
  );
  const [, sentence = ""] = /Settings add permissions: (.*?)\.\s*\n\n/s.exec(guide) ?? [];
  const named = sentence.split("`, ").flatMap((part) => {
    const [action, ...holders] = [...part.matchAll(/`?([a-z]+:\w+|lambdas[\w/.-]+)/g)].map(([, name = ""]) => name);
    return holders.map((holder) => `${action} ${holder}`);
  });
  expect(named.sort(), "docs/security.md, `Settings add permissions`: name each with its function").toEqual(
    added.sort(),
  );
});
