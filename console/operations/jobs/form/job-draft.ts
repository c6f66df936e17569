import type { Job, JobSettings } from "../../../../client/index.ts";
import { nfkc } from "../../../../lambdas/shared/nfkc.ts";

type Options = Job["google_books"];

export interface JobDraft {
  readonly name: string;
  /** One query a line. */
  readonly queries: string;
  readonly maxPerRun: string;
  /** Empty: none. */
  readonly schedule: NonNullable<Job["schedule"]> | "";
  readonly enabled: boolean;
  readonly checkForNew: boolean;
  readonly notify: boolean;
  readonly langRestrict: string;
  readonly country: string;
  /** Empty: Google's own default. */
  readonly orderBy: NonNullable<Options["order_by"]> | "";
  readonly printType: NonNullable<Options["print_type"]> | "";
  readonly filter: NonNullable<Options["filter"]> | "";
}

export interface DraftProblems {
  readonly name?: "form" | "taken";
  readonly queries?: "missing" | "too-many" | "too-long";
  readonly maxPerRun?: "range";
  readonly langRestrict?: "form";
  readonly country?: "form";
}

const MOST_QUERIES = 20;
const LONGEST_QUERY = 500;
const HIGHEST_PER_RUN = 1_000;
const DEFAULT_PER_RUN = 80;
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const LANGUAGE = /^[a-z]{2}(-[a-zA-Z]{2})?$/;
const COUNTRY = /^[A-Z]{2}$/;

/** The form of a job; null: of a new one. */
export function draftOf(job: Job | null): JobDraft {
  return {
    name: job?.name ?? "",
    queries: job?.queries.join("\n") ?? "",
    maxPerRun: String(job?.max_per_run ?? DEFAULT_PER_RUN),
    schedule: job === null ? "daily" : (job.schedule ?? ""),
    enabled: job?.enabled ?? true,
    checkForNew: job?.check_for_new ?? true,
    notify: job?.notify ?? false,
    langRestrict: job?.google_books.lang_restrict ?? "",
    country: job?.google_books.country ?? "",
    orderBy: job?.google_books.order_by ?? "",
    printType: job?.google_books.print_type ?? "",
    filter: job?.google_books.filter ?? "",
  };
}

/** Reads a form: the name, and all settings, since the API replaces them all. */
export function readDraft(
  draft: JobDraft,
): { readonly name: string; readonly settings: JobSettings } | { readonly problems: DraftProblems } {
  const name = draft.name.trim();
  const queries = draft.queries
    .split("\n")
    .map((query) => query.trim())
    .filter((query) => query !== "");
  const typed = nfkc(draft.maxPerRun).replace(/[\s,、]/g, "");
  const perRun = /^\d{1,4}$/.test(typed) ? Number(typed) : Number.NaN;
  const language = draft.langRestrict.trim();
  const country = draft.country.trim().toUpperCase();
  const problems: DraftProblems = {
    ...(!NAME.test(name) && { name: "form" }),
    ...queriesProblem(queries),
    ...(!(perRun <= HIGHEST_PER_RUN) && { maxPerRun: "range" }),
    ...(language !== "" && !LANGUAGE.test(language) && { langRestrict: "form" }),
    ...(country !== "" && !COUNTRY.test(country) && { country: "form" }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return {
    name,
    settings: {
      queries,
      max_per_run: perRun,
      enabled: draft.enabled,
      schedule: draft.schedule || null,
      check_for_new: draft.checkForNew,
      notify: draft.notify,
      google_books: {
        lang_restrict: language || null,
        order_by: draft.orderBy || null,
        print_type: draft.printType || null,
        filter: draft.filter || null,
        country: country || null,
      },
    },
  };
}

function queriesProblem(queries: readonly string[]): Pick<DraftProblems, "queries"> {
  if (queries.length === 0) return { queries: "missing" };
  if (queries.length > MOST_QUERIES) return { queries: "too-many" };
  return queries.some(({ length }) => length > LONGEST_QUERY) ? { queries: "too-long" } : {};
}
