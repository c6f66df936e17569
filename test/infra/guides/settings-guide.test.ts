import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type * as z from "zod";
import { readLocalOptions } from "../../../lib/local/options.ts";
import type { Settings } from "../../../lib/settings.ts";
import { readSettings, settingsSchema } from "../../../lib/settings.ts";
import { ROOT, synthesized } from "../synthesized.ts";
import { rowsOf, spansIn } from "./rows.ts";

const settingsGuide = readFileSync(join(ROOT, "docs/settings.md"), "utf8");
const local = readFileSync(join(ROOT, "docs/local.md"), "utf8");
const guide = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");
const settingsOf = (settings: object): Settings => readSettings("prod", { prod: settings });

/** A default as a table shows it: a value, or where the parts of a setting have theirs. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `\`${JSON.stringify(value)}\``;
  if (typeof value !== "object") return value === undefined ? "none" : `\`${value}\``;
  const parts = Object.values(value ?? {}).filter((part) => !Array.isArray(part));
  return parts.length === 0 ? "none" : "see below";
}

it("docs/settings.md has every setting with its parts and its default", () => {
  const defaults = settingsOf({}) as unknown as Readonly<Record<string, unknown>>;
  const rows = rowsOf(settingsGuide, "setting").map(
    ([name = "", ...cells]) => [spansIn(name)[0] ?? "", ...cells] as const,
  );
  expect(rows.map(([name]) => name).sort(), "The table of docs/settings.md has a row for each setting").toEqual(
    Object.keys(settingsSchema.shape).sort(),
  );
  for (const [name, value, meaning = ""] of rows) {
    expect(value, name).toBe(shown(defaults[name]));
    const schema = settingsSchema.shape[name as keyof typeof settingsSchema.shape];
    const parts = Array.from(meaning.matchAll(/"(\w+)"/g), ([, part = ""]) => part);
    expect(parts, name).toEqual(expect.arrayContaining(Object.keys(partsOf(schema))));
    expect(namesIn(schema), name).toEqual(expect.arrayContaining(parts));
  }
});

/** The parts of a setting; none of a setting with one value. */
function partsOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  if (schema === undefined) return {};
  const { def } = schema._zod;
  if ("innerType" in def) return partsOf(def.innerType as z.core.$ZodType);
  return "shape" in def ? (def.shape as Record<string, z.core.$ZodType>) : {};
}

/** The names of a setting's parts, and of theirs. */
function namesIn(schema: z.core.$ZodType): string[] {
  return Object.entries(partsOf(schema)).flatMap(([name, part]) => [name, ...namesIn(part)]);
}

it("docs/settings.md has the defaults of the requests to Google", () => {
  const { googleBooks } = settingsOf({});
  for (const [name, value] of Object.entries(googleBooks)) {
    expect(settingsGuide.replaceAll("`", "")).toMatch(new RegExp(`(googleBooks\\.)?${name} \\((default )?${value}\\)`));
  }
});

it("docs/deploy.md has every setting of the console at an issuer, with its default", () => {
  const { issuer } = settingsOf({
    issuer: { url: "https://login.example", audience: ["magpie"], console: { clientId: "magpie-console" } },
  });
  const client = partsOf(partsOf(settingsSchema.shape.issuer).console);
  const defaults: Readonly<Record<string, unknown>> = { ...issuer?.console, clientId: undefined };
  const expected = Object.keys(client).map((name) => [
    name,
    shown(defaults[name]).replace("none", name === "clientId" ? "required" : "none"),
  ]);
  const rows = rowsOf(guide, "setting").map(([name = "", value]) => [spansIn(name)[0], value]);
  expect(rows).toEqual(expected);
});

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `a${index}@a.example`);
}

/** The limits that docs/settings.md names, each with settings that are as long. */
const LIMITS: readonly (readonly [limit: RegExp, settings: (size: number) => object])[] = [
  [/`site\.title` has at most ([\d,]+) bytes/, (size) => ({ site: { title: "a".repeat(size) } })],
  [/`site\.description` ([\d,]+),/, (size) => ({ site: { description: "a".repeat(size) } })],
  [
    /addresses\s+of\s+images,\s+([\d,]+)\s+each/,
    (size) => ({ site: { icon: "https://a.example/".padEnd(size, "i") } }),
  ],
  [
    /the four have at most ([\d,]+) bytes/,
    (size) => ({
      site: {
        description: "a".repeat(1_500),
        title: "a".repeat(300),
        icon: "https://a.example/".padEnd(size - 1_800, "i"),
      },
    }),
  ],
  [/administrators? .*?so there\s+are at most (\d+) of/s, (size) => ({ mail: { administrators: addresses(size) } })],
  [/concurrent batches of decks and of bookmarks; 2 to ([\d,]+),/, (size) => ({ workerConcurrency: size })],
];

it.each(LIMITS)("docs/settings.md names a limit of a setting as it is: %s", (limit, settings) => {
  const [, written = ""] = limit.exec(settingsGuide) ?? [];
  const size = Number(written.replaceAll(",", ""));
  expect(size).toBeGreaterThan(0);
  expect(() => settingsOf(settings(size))).not.toThrow();
  expect(() => settingsOf(settings(size + 1))).toThrow();
});

it("docs/local.md has every variable of the local system, and their defaults", () => {
  const asked = new Set<string>();
  readLocalOptions(
    new Proxy<Readonly<Record<string, string | undefined>>>({}, { get: (_, name) => void asked.add(String(name)) }),
  );
  const rows = rowsOf(local, "variable").map(([name = "", value = ""]) => [spansIn(name)[0] ?? "", spansIn(value)[0]]);
  expect(rows.map(([name]) => name).sort(), "The table of docs/local.md has a row for each").toEqual([...asked].sort());
  for (const [name = "", value] of rows)
    expect(readLocalOptions({ [name]: value }), name).toEqual(readLocalOptions({}));
});

it("docs/settings.md has the concurrency that the queues' workers can use", () => {
  const taken = synthesized()
    .some("AWS::Lambda::EventSourceMapping")
    .reduce((sum, [, { Properties }]) => sum + Properties.ScalingConfig.MaximumConcurrency, 0);
  const [, written] =
    /queues'\s+workers\s+alone\s+can\s+use\s+(\d+)/.exec(readFileSync(join(ROOT, "docs/settings.md"), "utf8")) ?? [];
  expect(Number(written), "docs/settings.md, Concurrency: the queues' workers alone can use").toBe(taken);
});
