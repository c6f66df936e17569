import type { OwnSite } from "../../lambdas/recommendations/domain/own-site.ts";

/** A site with a setting for each of its fields. */
export const sampleOwnSite: OwnSite = {
  url: "https://alice.example",
  title: "Alice's site",
  description: "What Alice reads.",
  icon: "https://alice.example/icon.png?a=1&b=2",
  logo: "https://alice.example/logo.svg",
  accentColor: "#0b57a4",
};
