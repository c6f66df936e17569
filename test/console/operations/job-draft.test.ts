import { describe, expect, it } from "vitest";
import type { DraftProblems, JobDraft } from "../../../console/operations/jobs/form/job-draft.ts";
import { draftOf, readDraft } from "../../../console/operations/jobs/form/job-draft.ts";

const DRAFT: JobDraft = { ...draftOf(null), name: "gardening", queries: "hedge" };

describe("the form of a job", () => {
  const queries = Array.from({ length: 20 }, () => "t".repeat(500));

  it("takes no request a run, and as many queries as the API, and as long ones", () => {
    expect(readDraft({ ...DRAFT, maxPerRun: "0", queries: queries.join("\n") })).toMatchObject({
      settings: { max_per_run: 0, queries },
    });
  });

  it.each<readonly [Partial<JobDraft>, DraftProblems]>([
    ...["", "1001", "-1", "8.5", "many"].map((maxPerRun) => [{ maxPerRun }, { maxPerRun: "range" }] as const),
    [
      { name: "Gardening", queries: " \n", langRestrict: "japanese", country: "Japan" },
      { name: "form", queries: "missing", langRestrict: "form", country: "form" },
    ],
    [{ queries: "tea\n".repeat(21) }, { queries: "too-many" }],
    [{ queries: `tea\n${"t".repeat(501)}` }, { queries: "too-long" }],
  ])("says what is wrong with each field", (fields, problems) => {
    expect(readDraft({ ...DRAFT, ...fields })).toEqual({ problems });
  });
});
