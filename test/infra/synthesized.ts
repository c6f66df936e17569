import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { inject } from "vitest";
import { cdkContext, magpieApp } from "../../lib/app.ts";

/** One resource of the template, as CloudFormation reads it. */
export type Resource = ReturnType<Template["findResources"]>[string];

/** Logical id and resource. */
export type Named = readonly [id: string, resource: Resource];

/** A statement of a role's policy. */
export interface Statement {
  readonly Effect: string;
  readonly Action?: string | readonly string[];
  readonly Resource?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The root of the project. */
export const ROOT = join(import.meta.dirname, "../..");

/** One stage as it is deployed. */
export class Synthesized {
  readonly stage: string;
  readonly app: App;
  readonly assembly: CloudAssembly;
  readonly resources: ReadonlyMap<string, Resource>;

  constructor(stage: string, app: App, assembly: CloudAssembly) {
    this.stage = stage;
    this.app = app;
    this.assembly = assembly;
    // Read now, and kept by the assembly: its folder is temporary.
    for (const each of assembly.stacks) void each.template;
    const template = Template.fromJSON(assembly.getStackArtifact(`magpie-${stage}`).template);
    this.resources = new Map(Object.entries(template.toJSON().Resources as Record<string, Resource>));
  }

  /** Every resource of a type; may be empty. */
  all(type: string): readonly Named[] {
    return [...this.resources].filter(([, resource]) => resource.Type === type);
  }

  /** Every resource of a type. Throws when there is none: an invariant of no resource would always hold. */
  some(type: string): readonly Named[] {
    const found = this.all(type);
    if (found.length === 0) throw new Error(`The template of stage ${this.stage} has no ${type}`);
    return found;
  }

  /** The resource that a `Ref` or `Fn::GetAtt` names, which must be of the given type. */
  target(value: unknown, type: string): Named {
    const id = logicalId(value);
    const resource = id === undefined ? undefined : this.resources.get(id);
    if (id === undefined || resource?.Type !== type) {
      throw new Error(`${JSON.stringify(value)} does not name a resource of type ${type}`);
    }
    return [id, resource];
  }

  /** The statements of a role of the stack that a `Ref` or `Fn::GetAtt` names. */
  statementsOf(role: unknown): readonly Statement[] {
    const [, { Properties }] = this.target(role, "AWS::IAM::Role");
    const policies: readonly { PolicyDocument: { Statement: readonly Statement[] } }[] = Properties.Policies ?? [];
    return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  }

  /** A physical name without its stage; throws when it does not begin with it. */
  withoutStage(name: unknown): string {
    const prefix = `${this.stage}-`;
    if (typeof name !== "string" || !name.startsWith(prefix)) {
      throw new Error(`${JSON.stringify(name)} does not begin with ${prefix}`);
    }
    return name.slice(prefix.length);
  }
}

/** The bundles of every app that the tests synthesize, built once. */
export const bundles = inject("bundles");

/** cdk.json's context for an app that is only synthesized for a test: no asset is copied beside its template. */
export function invariantContext(): Readonly<Record<string, unknown>> {
  return { ...cdkContext(), "aws:cdk:disable-asset-staging": true };
}

const made = new Map<string, Synthesized>();

/** Settings in the form of cdk.json. */
type StageSettings = Readonly<Record<string, unknown>>;

/** A stage of cdk.json by its name, or with settings that replace those in cdk.json. */
export type Stage = readonly [stage: string, settings?: StageSettings | undefined];

let selectedStage: Stage = ["prod"];
let requested = 0;

/**
 * Loads test files with another stage than prod: `synthesized()` returns it while they are loaded.
 *
 * @returns the number of their calls of `synthesized()`
 */
export async function loadInvariantsOf(stage: Stage, load: () => Promise<void>): Promise<number> {
  const [before, requestedBefore] = [selectedStage, requested];
  selectedStage = stage;
  try {
    await load();
    return requested - requestedBefore;
  } finally {
    selectedStage = before;
  }
}

/**
 * A stage of the stack, synthesized once a test file, without cdk-nag (nag.test.ts runs it); unless one is named, the
 * stage that `loadInvariantsOf` selects.
 */
export function synthesized(...of: readonly [] | Stage): Synthesized {
  if (of.length === 0) requested += 1;
  const [stage, settings] = of.length === 0 ? selectedStage : of;
  const context = invariantContext();
  const stages = settings === undefined ? (context.stages as Readonly<Record<string, unknown>>) : { [stage]: settings };
  // The same settings make the same stage, whether they are in cdk.json or given.
  const key = JSON.stringify([stage, stages[stage]]);
  const before = made.get(key);
  if (before !== undefined) return before;
  const now = inTemporaryFolder((folder) => {
    const app = magpieApp({
      bundles,
      outdir: join(folder, "cdk.out"),
      context: { ...context, stages },
      stage,
      validated: false,
    });
    return new Synthesized(stage, app, app.synth());
  });
  made.set(key, now);
  return now;
}

/** Calls a function with a temporary folder, which is removed afterwards. */
export function inTemporaryFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "magpie-infra-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The logical id that a `Ref` or an `Fn::GetAtt` names; undefined for everything else. */
export function logicalId(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("Ref" in value && typeof value.Ref === "string") return value.Ref;
  if (!("Fn::GetAtt" in value) || !Array.isArray(value["Fn::GetAtt"])) return undefined;
  const [id]: unknown[] = value["Fn::GetAtt"];
  return typeof id === "string" ? id : undefined;
}

/** The text of a value when deployed: each reference is replaced by the logical id that it names. */
export function plausibleText(value: unknown): string {
  if (typeof value === "string") return value;
  const id = logicalId(value);
  if (id !== undefined) return id;
  if (typeof value === "object" && value !== null && "Fn::Join" in value && Array.isArray(value["Fn::Join"])) {
    const [separator, parts] = value["Fn::Join"] as [string, unknown[]];
    return parts.map(plausibleText).join(separator);
  }
  throw new Error(`No text can be made of ${JSON.stringify(value)}`);
}

/** A property that CloudFormation accepts as one value or as a list. */
export function listed<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}
