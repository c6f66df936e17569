import { describe, expect, it } from "vitest";
import { ownSite } from "../../../lambdas/recommendations/domain/own-site.ts";

describe("our own site", () => {
  it("is what the settings say", () => {
    expect(ownSite("https://alice.example", "Alice's site", "What Alice reads.")).toEqual({
      url: "https://alice.example",
      title: "Alice's site",
      description: "What Alice reads.",
    });
  });

  it.each(["https://alice.example:8443", "https://alice.example:8443/"])(
    "at %s is called by its host without",
    (url) => {
      expect(ownSite(url, "", "")).toEqual({
        url: "https://alice.example:8443",
        title: "alice.example:8443",
        description: null,
      });
    },
  );
});
