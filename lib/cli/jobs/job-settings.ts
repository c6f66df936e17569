import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import type { Job, JobSettings } from "../../../client/answers.ts";

type GoogleBooks = NonNullable<JobSettings["google_books"]>;

export interface JobChanges {
  readonly settings: Partial<
    Pick<JobSettings, "queries" | "max_per_run" | "enabled" | "schedule" | "check_for_new" | "notify">
  >;
  readonly googleBooks: GoogleBooks;
}

/** The options as commander parses them; `none` removes a setting. */
interface JobOptions {
  readonly query?: string[];
  readonly maxPerRun?: number;
  readonly schedule?: NonNullable<JobSettings["schedule"]> | "none";
  readonly enabled?: true;
  readonly disabled?: true;
  readonly checkForNew?: boolean;
  readonly notify?: boolean;
  readonly langRestrict?: string;
  readonly orderBy?: NonNullable<GoogleBooks["order_by"]> | "none";
  readonly printType?: NonNullable<GoogleBooks["print_type"]> | "none";
  readonly filter?: NonNullable<GoogleBooks["filter"]> | "none";
  readonly country?: string;
}

export function addJobOptions(command: Command): Command {
  return command
    .option("--query <words>", "a search in Google's query language; repeat it for several", oneMore)
    .option("--max-per-run <items>", "items that one run may collect, 0 to 1000", wholeNumber)
    .addOption(
      new Option("--schedule <interval>", "how often it runs by itself").choices(["hourly", "daily", "weekly", "none"]),
    )
    .addOption(new Option("--enabled", "let the schedule run it").conflicts("disabled"))
    .addOption(new Option("--disabled", "keep the schedule from running it").conflicts("enabled"))
    .option("--check-for-new", "let the schedule check weekly for new publications once all results are read (default)")
    .option("--no-check-for-new", "make no request once all results are read")
    .option("--notify", "notify administrators of the new books of a run")
    .option("--no-notify", "notify nobody of new books (default)")
    .option("--lang-restrict <code>", "only books in a language, such as ja; or none")
    .addOption(new Option("--order-by <order>", "Google's order").choices(["relevance", "newest", "none"]))
    .addOption(new Option("--print-type <type>", "what is a book").choices(["all", "books", "magazines", "none"]))
    .addOption(
      new Option("--filter <kind>", "only volumes to be had in a way").choices([
        "partial",
        "full",
        "free-ebooks",
        "paid-ebooks",
        "ebooks",
        "none",
      ]),
    )
    .option("--country <code>", "the country of the requests, such as JP; or none");
}

function oneMore(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(value);
}

/** The settings from a command's options; a setting without an option is absent. */
export function jobChanges(command: Command): JobChanges {
  const { query, maxPerRun, schedule, enabled, disabled, checkForNew, notify, ...google } = command.opts<JobOptions>();
  const { langRestrict, orderBy, printType, filter, country } = google;
  return {
    settings: {
      ...(query === undefined ? {} : { queries: query }),
      ...(maxPerRun === undefined ? {} : { max_per_run: maxPerRun }),
      ...(schedule === undefined ? {} : { schedule: orNull(schedule) }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(disabled === undefined ? {} : { enabled: false }),
      ...(checkForNew === undefined ? {} : { check_for_new: checkForNew }),
      ...(notify === undefined ? {} : { notify }),
    },
    googleBooks: {
      ...(langRestrict === undefined ? {} : { lang_restrict: orNull(langRestrict) }),
      ...(orderBy === undefined ? {} : { order_by: orNull(orderBy) }),
      ...(printType === undefined ? {} : { print_type: orNull(printType) }),
      ...(filter === undefined ? {} : { filter: orNull(filter) }),
      ...(country === undefined ? {} : { country: orNull(country) }),
    },
  };
}

function orNull<T extends string>(value: T | "none"): T | null {
  return value === "none" ? null : value;
}

/** A job's complete settings after changes, because the API replaces them as a whole. */
export function changedSettings(job: Job, { settings, googleBooks }: JobChanges): JobSettings {
  const { queries, max_per_run, enabled, schedule, check_for_new, notify, google_books } = job;
  return {
    queries,
    max_per_run,
    enabled,
    schedule,
    check_for_new,
    notify,
    ...settings,
    google_books: { ...google_books, ...googleBooks },
  };
}
