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

/** The form of a job as it is now, with what a person has changed in it since they began. */
export function changedDraft(present: JobDraft, begun: JobDraft, draft: JobDraft): JobDraft {
  const changes = Object.entries(draft).filter(([field, value]) => value !== begun[field as keyof JobDraft]);
  return { ...present, ...Object.fromEntries(changes) };
}

/** Reads a form: the name, and all settings, since the API replaces them all. */
export function readDraft(
  draft: JobDraft,
): { readonly name: string; readonly settings: JobSettings } | { readonly problems: DraftProblems } {
  const name = draft.name.trim();
  const settings = settingsOf(draft);
  const { lang_restrict: language, country } = settings.google_books;
  const problems: DraftProblems = {
    ...(!NAME.test(name) && { name: "form" }),
    ...queriesProblem(settings.queries),
    ...(!(settings.max_per_run <= HIGHEST_PER_RUN) && { maxPerRun: "range" }),
    ...(language !== null && !LANGUAGE.test(language) && { langRestrict: "form" }),
    ...(country !== null && !COUNTRY.test(country) && { country: "form" }),
  };
  return Object.keys(problems).length > 0 ? { problems } : { name, settings };
}

/** The settings of a form in which nothing is wrong. */
export function settingsOf(draft: JobDraft) {
  const typed = nfkc(draft.maxPerRun).replace(/[\s,、]/g, "");
  return {
    queries: draft.queries
      .split("\n")
      .map((query) => query.trim())
      .filter((query) => query !== ""),
    max_per_run: /^\d{1,4}$/.test(typed) ? Number(typed) : Number.NaN,
    enabled: draft.enabled,
    schedule: draft.schedule || null,
    check_for_new: draft.checkForNew,
    notify: draft.notify,
    google_books: {
      lang_restrict: draft.langRestrict.trim() || null,
      order_by: draft.orderBy || null,
      print_type: draft.printType || null,
      filter: draft.filter || null,
      country: draft.country.trim().toUpperCase() || null,
    },
  } satisfies JobSettings;
}

function queriesProblem(queries: readonly string[]): Pick<DraftProblems, "queries"> {
  if (queries.length === 0) return { queries: "missing" };
  if (queries.length > MOST_QUERIES) return { queries: "too-many" };
  return queries.some(({ length }) => length > LONGEST_QUERY) ? { queries: "too-long" } : {};
}
