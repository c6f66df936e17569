import { describe, expect, it } from "vitest";
import type { JobDraft } from "../../../console/operations/jobs/form/job-draft.ts";
import { draftOf, readDraft } from "../../../console/operations/jobs/form/job-draft.ts";

const DRAFT: JobDraft = { ...draftOf(null), name: "gardening", queries: "hedge" };

describe("the form of a job", () => {
  it("takes no request a run, and nothing beyond the API's limits", () => {
    expect(readDraft({ ...DRAFT, maxPerRun: "0" })).toHaveProperty("settings.max_per_run", 0);
    for (const maxPerRun of ["", "1001", "-1", "8.5", "many"]) {
      expect(readDraft({ ...DRAFT, maxPerRun })).toEqual({ problems: { maxPerRun: "range" } });
    }
  });

  it("takes as many queries as the API, and as long ones", () => {
    const queries = Array.from({ length: 20 }, () => "t".repeat(500));
    expect(readDraft({ ...DRAFT, queries: queries.join("\n") })).toHaveProperty("settings.queries", queries);
  });

  it("says what is wrong with each field", () => {
    const draft = { ...DRAFT, name: "Gardening", queries: " \n", langRestrict: "japanese", country: "Japan" };
    expect(readDraft(draft)).toEqual({
      problems: { name: "form", queries: "missing", langRestrict: "form", country: "form" },
    });
    expect(readDraft({ ...DRAFT, queries: "tea\n".repeat(21) })).toEqual({ problems: { queries: "too-many" } });
    expect(readDraft({ ...DRAFT, queries: `tea\n${"t".repeat(501)}` })).toEqual({ problems: { queries: "too-long" } });
  });
});
