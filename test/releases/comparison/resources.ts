import { fullDiff, ResourceImpact } from "@aws-cdk/cloudformation-diff";
import type { TemplateResource, TemplateResources } from "../release.ts";
import { LASTING } from "../release.ts";
import { createOnly, identity } from "./create-only.ts";

const IMPACTS: Partial<Record<ResourceImpact, string>> = {
  [ResourceImpact.WILL_DESTROY]: "is not in the template any more",
  [ResourceImpact.WILL_ORPHAN]: "is not in the template any more",
  [ResourceImpact.WILL_REPLACE]: "would be replaced",
  [ResourceImpact.MAY_REPLACE]: "may be replaced",
};

const KEEP =
  "Its data, address or people would stay behind. Keep its logical id and these properties; " +
  "for a change that has to be, add a second resource, copy, and remove the first one in a later release.";
const NEW_INDEX =
  "Add another index under a new name, read from it, and remove this one in a later release: one index of a table a release.";

/** An index of a table. */
interface Index {
  readonly IndexName: string;
}

/** What CloudFormation or DynamoDB would refuse of a template, or would replace; each with what to do. */
export function resourceBreaks(old: TemplateResources, now: TemplateResources): readonly string[] {
  const { changes } = fullDiff({ Resources: lasting(old) }, { Resources: lasting(now) }).resources;
  const replaced = Object.entries(changes).flatMap(([id, change]) => {
    const impact = IMPACTS[change.changeImpact];
    if (impact === undefined) return [];
    const properties = Object.entries(change.propertyUpdates)
      .filter(([, { changeImpact }]) => changeImpact !== undefined && changeImpact in IMPACTS)
      .map(([name]) => name);
    const because = properties.length === 0 ? "" : ` for ${properties.join(", ")}`;
    return [`${old[id]?.Type} ${id} ${impact}${because}. ${KEEP}`];
  });
  const tables = Object.entries(old).flatMap(([id, table]) => {
    const kept = now[id];
    return table.Type === "AWS::DynamoDB::Table" && kept?.Type === table.Type ? tableBreaks(id, table, kept) : [];
  });
  return [...replaced, ...tables, ...refusedUpdates(old, now), ...takenNames(old, now)];
}

function lasting(resources: TemplateResources): TemplateResources {
  return Object.fromEntries(Object.entries(resources).filter(([, { Type }]) => LASTING.has(Type)));
}

/** Properties that CloudFormation would update and AWS keeps as they are. */
function refusedUpdates(old: TemplateResources, now: TemplateResources): readonly string[] {
  return Object.entries(old).flatMap(([id, { Type, Properties = {} }]) => {
    const kept = now[id];
    if (kept?.Type !== Type) return [];
    return createOnly(Type)
      .refused.filter((property) => !isKept(property, Properties[property], kept.Properties?.[property]))
      .map(
        (property) => `${property} of ${Type} ${id} differs, which AWS fixes at creation: the update fails. ${KEEP}`,
      );
  });
}

/** The attributes of a pool may become more, but none that is there may change. */
function isKept(property: string, old: unknown, now: unknown): boolean {
  if (property !== "Schema") return isSame(old, now);
  const kept = new Set(((now ?? []) as readonly unknown[]).map((attribute) => JSON.stringify(attribute)));
  return ((old ?? []) as readonly unknown[]).every((attribute) => kept.has(JSON.stringify(attribute)));
}

/** Resources that CloudFormation would make under a name while the one of that name is still there. */
function takenNames(old: TemplateResources, now: TemplateResources): readonly string[] {
  const name = (resource: TemplateResource) => {
    const names = identity(resource);
    return names === undefined ? undefined : JSON.stringify([resource.Type, names]);
  };
  const holders = new Map(Object.entries(old).map(([id, resource]) => [name(resource), id]));
  return Object.entries(now).flatMap(([id, resource]) => {
    const called = name(resource);
    const holder = called === undefined ? undefined : holders.get(called);
    // What holds data is never replaced: that has a line of its own.
    const isSameOne = holder === id && (LASTING.has(resource.Type) || !isReplaced(old[id], resource));
    if (holder === undefined || isSameOne) return [];
    return [
      `${resource.Type} ${id} would be made while ${holder} has its name, ${JSON.stringify(identity(resource))}. ` +
        "Keep the logical id and what is fixed at creation, or give the new one another name.",
    ];
  });
}

/** Whether a resource has another value of a property that replaces it. */
function isReplaced(
  { Properties: old = {} }: TemplateResource = { Type: "" },
  { Type, Properties: now = {} }: TemplateResource,
) {
  return createOnly(Type).replaced.some((property) => !isSame(old[property], now[property]));
}

/** What DynamoDB can't do to a table, which no schema of CloudFormation says. */
function tableBreaks(id: string, { Properties: old }: TemplateResource, { Properties: now }: TemplateResource) {
  const [before, after] = [byName(old.GlobalSecondaryIndexes), byName(now.GlobalSecondaryIndexes)];
  const changed = [...before].flatMap(([name, index]) => {
    const kept = after.get(name);
    return kept === undefined || isSame(definition(index), definition(kept)) ? [] : [name];
  });
  const made = [...after.keys()].filter((name) => !before.has(name));
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const moved = [...made, ...gone];
  const types = new Map<string, string>(
    now.AttributeDefinitions?.map((of: Record<string, string>) => [of.AttributeName, of.AttributeType]),
  );
  const retyped = (old.AttributeDefinitions ?? []).filter(
    ({ AttributeName, AttributeType }: Record<string, string>) =>
      (types.get(AttributeName ?? "") ?? AttributeType) !== AttributeType,
  );
  const [ttl, ttlNow] = [old.TimeToLiveSpecification, now.TimeToLiveSpecification].map((of) => of?.AttributeName);
  return [
    ...changed.map((name) => `Index ${name} of table ${id} is changed in place, which DynamoDB refuses. ${NEW_INDEX}`),
    ...(moved.length > 1
      ? [
          `Indexes ${moved.join(", ")} of table ${id} are made or removed in one update, of which DynamoDB does one. ` +
            "Spread them over as many releases.",
        ]
      : []),
    ...retyped.map(
      ({ AttributeName }: Record<string, string>) =>
        `Attribute ${AttributeName} of table ${id} has another type. Use another attribute. ${KEEP}`,
    ),
    ...(isSame(old.KeySchema, now.KeySchema) ? [] : [`Table ${id} has another key. ${KEEP}`]),
    ...(ttl !== undefined && ttlNow !== undefined && ttl !== ttlNow
      ? [
          `Table ${id} has another attribute for the time to live. Switch it off in this release, and on in the next one.`,
        ]
      : []),
  ];
}

function byName(indexes: readonly Index[] = []): ReadonlyMap<string, Index> {
  return new Map(indexes.map((index) => [index.IndexName, index]));
}

/** What can't be changed of an index. The order of attributes means nothing. */
function definition(index: Index & { KeySchema?: unknown; Projection?: { NonKeyAttributes?: string[] } }) {
  const { KeySchema, Projection } = index;
  return [KeySchema, { ...Projection, NonKeyAttributes: Projection?.NonKeyAttributes?.toSorted() }];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
