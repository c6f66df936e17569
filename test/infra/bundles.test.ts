import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";

/** The files that a start reads: the entry and all that it imports statically. */
function filesAtStart(folder: string, file = "index.mjs", seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(join(folder, file), "utf8");
  for (const [, imported = ""] of code.matchAll(/(?:\bfrom|^import)"\.\/([\w-]+\.mjs)"/gm)) {
    filesAtStart(folder, imported, seen);
  }
  return seen;
}

function kilobytes(folder: string, files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1_000;
}

const folder = (bundle: string) => join(inject("bundles"), bundle);

/** A caller waits for the cold start of an HTTP function. */
const apis = () => readdirSync(inject("bundles")).filter((bundle) => bundle.endsWith("-api"));

/** Of a bundle with too many kilobytes. */
const ON_DEMAND = "Import dynamically what few requests need";

describe("the bundles", () => {
  it("of the HTTP functions are small where a start reads them", () => {
    const sizes = apis().map((bundle) => [bundle, kilobytes(folder(bundle), filesAtStart(folder(bundle)))] as const);
    expect(sizes.length).toBeGreaterThan(6);
    const larger = sizes.filter(([, size]) => size > 450);
    expect(larger, ON_DEMAND).toEqual([]);
  });

  // Those of bookmarks, users, prices and recommendations load S3's client on demand, 139 KB; that of prices the crawl with
  // its tree of pages, 280 KB; that of recommendations the readers of pages, the verifier of tokens and the parser of filters.
  it("of the HTTP functions are small as a whole", () => {
    const sizes = apis().map((bundle) => {
      const code = readdirSync(folder(bundle)).filter((file) => file.endsWith(".mjs"));
      return [bundle, kilobytes(folder(bundle), code)] as const;
    });
    const limits: Readonly<Record<string, number>> = {
      "slides-api": 341,
      "bookmarks-api": 542,
      "users-api": 519,
      "mercari-api": 830,
      "recommendations-api": 760,
    };
    const larger = sizes.filter(([bundle, size]) => size > (limits[bundle] ?? 350));
    expect(larger, `${ON_DEMAND}, or raise its limit here with the reason`).toEqual([]);
  });
});
