import { expect, it } from "vitest";
import { isSupportedCondition } from "../../../lib/local/access/policies.ts";
import type { Resource } from "../../../lib/local/template/assembly.ts";
import type { Statement } from "../../../lib/policies/policies.ts";
import type { PolicyCondition } from "../../../lib/policies/policy-conditions.ts";
import { everySetting } from "../../infra/every-setting.ts";
import type { Stage } from "../../infra/synthesized.ts";
import { synthesized } from "../../infra/synthesized.ts";
import type { JudgedCall } from "./judged-twice.ts";
import { JudgedTwice } from "./judged-twice.ts";

/** A resource that a statement's resource means. */
const oneOf = (pattern: string) =>
  pattern === "*"
    ? pattern
    : pattern
        .replace(/(:log-group:.*):\*$/, "$1:log-stream:one")
        .replaceAll("*", "one")
        .replaceAll("?", "x");

/** Keys of a request with which conditions hold. */
function contextOf(conditions: readonly PolicyCondition[]): JudgedCall["context"] {
  return Object.fromEntries(
    conditions.map(({ operator, key, values }) => [
      key,
      operator.startsWith("For") ? [...values] : oneOf(values[0] ?? ""),
    ]),
  );
}

const conditionsOf = (statements: readonly Statement[]) => statements.flatMap(({ conditions = [] }) => conditions);

/** The service of an action or an ARN. */
const serviceOf = (text: string) => text.replace(/^arn:aws:/, "").split(":")[0];

/** Resources beside those of a statement. */
const besides = (resource: string) => [`${resource}x`, resource.slice(0, -1), resource.replace(/[^:]+$/, "other")];

it.each<{ stage: Stage }>([{ stage: ["prod"] }, { stage: ["every-setting", everySetting] }])(
  "the roles of stage $stage.0 allow by the runner what they allow by iam-simulate",
  { timeout: 300_000 },
  async ({ stage }) => {
    const judged = new JudgedTwice(Object.fromEntries(synthesized(...stage).resources) as Record<string, Resource>);
    const all = [...judged.statements.values()].flat();
    const actions = [...new Set(all.flatMap((statement) => statement.actions))];
    const resources = [...new Set(all.flatMap((statement) => statement.resources.map(oneOf)))];
    const differences: unknown[] = [];
    const compare = async (call: JudgedCall) => {
      const simulated = await judged.simulated(call);
      // AWS has no such call: the action exists for another type of resource.
      if (!simulated.startsWith("error:") && simulated !== judged.local(call)) differences.push({ call, simulated });
      return simulated;
    };
    for (const [by, statements] of judged.statements) {
      for (const statement of statements) {
        const conditions = conditionsOf([statement]);
        const met = contextOf(conditions);
        // A condition that the runner can't evaluate counts as met.
        const unmet = contextOf(conditions.filter((condition) => !isSupportedCondition(condition)));
        for (const action of statement.actions) {
          for (const resource of statement.resources.map(oneOf)) {
            const call = { by, action, resource };
            expect([call, await compare({ ...call, context: met })]).toEqual([call, "Allowed"]);
            await compare({ ...call, context: unmet });
            if (resource === "*") continue;
            for (const other of besides(resource)) await compare({ by, action, resource: other, context: met });
          }
        }
      }
      // Each of its actions on every resource of the service, and each of its resources with every action.
      const context = contextOf(conditionsOf(statements));
      const own = statements.flatMap((statement) => statement.actions);
      const on = new Set(statements.flatMap((statement) => statement.resources.map(oneOf)));
      for (const action of actions) {
        for (const resource of resources) {
          const isNear = own.includes(action) || on.has(resource);
          if (isNear && serviceOf(resource) === serviceOf(action)) await compare({ by, action, resource, context });
        }
      }
    }
    expect(differences).toEqual([]);
  },
);
