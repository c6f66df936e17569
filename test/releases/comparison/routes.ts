import type { Release } from "../release.ts";

/** What callers of the gateway's routes would miss, and what its stage would keep of routes that are no more. */
export function routeBreaks(old: Release["routes"], now: Release["routes"]): readonly string[] {
  return Object.entries(old).flatMap(([key, { authorization, settings }]) => {
    const route = now[key];
    const stale =
      settings !== null && (route?.settings ?? null) === null
        ? [
            `The stage keeps its settings of ${key}, for which the deployment after the next one fails. ` +
              "Keep the route's settings, or say in CHANGELOG.md that doctor --stage prints what deletes them (decision 13).",
          ]
        : [];
    if (route === undefined) {
      return [
        `Route ${key} is removed. Keep it until the next major version, and say in CHANGELOG.md what replaces it.`,
        ...stale,
      ];
    }
    return authorization === "NONE" && route.authorization !== "NONE"
      ? [`Route ${key} needs a token, and did not. Make another route for those with one.`, ...stale]
      : stale;
  });
}
