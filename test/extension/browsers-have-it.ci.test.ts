import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { manifestOf } from "../../lib/extension/manifest.ts";
import { ciPackage } from "../ci-packages.ts";

const SOURCES = resolve(import.meta.dirname, "../../extension");

/** A node of MDN's data about what browsers have: features below features, each with the versions that have it. */
interface Feature {
  readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[] | undefined>> };
  readonly [name: string]: unknown;
}
interface Support {
  readonly version_added: string | false | null;
}
const data = ciPackage<Feature>("@mdn/browser-compat-data");

interface Manifest {
  readonly minimum_chrome_version: string;
  readonly permissions: readonly string[];
  readonly browser_specific_settings: { readonly gecko: { readonly strict_min_version: string } };
}
const OLDEST = {
  chrome: Number.parseFloat((manifestOf("chromium") as Manifest).minimum_chrome_version),
  firefox: Number.parseFloat((manifestOf("firefox") as Manifest).browser_specific_settings.gecko.strict_min_version),
};
type Browser = keyof typeof OLDEST;

function featureAt(path: readonly string[]): Feature | undefined {
  return path.reduce<Feature | undefined>((feature, name) => feature?.[name] as Feature | undefined, data);
}

/** Why a browser's oldest version lacks a feature; null when it has it. */
function lack(browser: Browser, path: readonly string[]): string | null {
  const support = [featureAt(path)?.__compat?.support[browser] ?? []].flat();
  const since = support.map(({ version_added: added }) =>
    typeof added === "string" ? Number.parseFloat(added.replace("≤", "")) : Number.POSITIVE_INFINITY,
  );
  if (since.some((version) => version <= OLDEST[browser])) return null;
  return `${browser} ${OLDEST[browser]}: ${path.join(".")} since ${since.join()}`;
}

/** The menus' API has the name of Firefox in the data; both browsers have it as `contextMenus`, by the permission of that name. */
const NAMES: Readonly<Record<string, string>> = { contextMenus: "menus" };

/** The calls and events of the browser in the sources, e.g. `alarms.create`. */
function used(): readonly string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  const names = files.flatMap((path) =>
    [...readFileSync(join(SOURCES, path), "utf8").matchAll(/\bchrome\.(\w+\.[a-z]\w*)/g)].map(([, name]) => name ?? ""),
  );
  return [...new Set(names)].sort();
}

describe.each<[Browser, "chromium" | "firefox"]>([
  ["chrome", "chromium"],
  ["firefox", "firefox"],
])("the oldest %s that the extension takes", (browser, build) => {
  it("has every call and event that the extension uses", () => {
    const calls = used();
    expect(calls.length).toBeGreaterThan(20);
    const paths = calls.map((call) => call.split(".")).map(([area = "", name = ""]) => [NAMES[area] ?? area, name]);
    expect(paths.flatMap((path) => lack(browser, ["webextensions", "api", ...path]) ?? [])).toEqual([]);
  });

  it("knows every key of the manifest, and every permission", () => {
    const manifest = manifestOf(build) as Manifest;
    // Two are Chromium's own, which the data leaves out.
    const keys = Object.keys(manifest).filter((name) => name !== "minimum_chrome_version" && name !== "key");
    expect(keys.flatMap((key) => lack(browser, ["webextensions", "manifest", key]) ?? [])).toEqual([]);
    const permissions = manifest.permissions.map((name) => ["webextensions", "manifest", "permissions", name]);
    expect(permissions.flatMap((path) => lack(browser, path) ?? [])).toEqual([]);
    const [background = ""] = Object.keys((manifestOf(build) as { readonly background: object }).background);
    expect(lack(browser, ["webextensions", "manifest", "background", background])).toBeNull();
  });

  it("has what the pages use of the web that is newer than their scripts' syntax", () => {
    const web = [
      ["css", "types", "color", "light-dark"],
      ["api", "URL", "parse_static"],
      ["api", "LockManager", "request"],
      ["api", "AbortSignal", "timeout_static"],
      ["javascript", "builtins", "Array", "with"],
    ];
    expect(web.flatMap((path) => lack(browser, path) ?? [])).toEqual([]);
  });
});
