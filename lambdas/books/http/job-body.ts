import * as z from "zod/mini";
import type { JobSettings } from "../domain/job.ts";
import { JOB_NAME, SCHEDULES } from "../domain/job.ts";
import { googleBooksSchema } from "./job-answer.ts";

/** One query. Its length is limited, since all queries of a job are sent in one URL. */
const query = z.string().check(z.maxLength(500), z.regex(/\S/, "must have a word"));
const { shape } = googleBooksSchema;

const googleBooks = z.object({
  lang_restrict: z._default(
    z.nullable(z.string().check(z.regex(/^[a-z]{2}(-[a-zA-Z]{2})?$/, "must be a language code such as ja"))),
    null,
  ),
  order_by: z._default(shape.order_by, null),
  print_type: z._default(shape.print_type, null),
  filter: z._default(shape.filter, null),
  country: z._default(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/, "must be a country code such as JP"))), null),
});

const NO_OPTIONS = { lang_restrict: null, order_by: null, print_type: null, filter: null, country: null };

/** The settings of a job, without its name: the body of PUT. An omitted setting has its default. */
export const jobBody = z.object({
  queries: z.array(query).check(z.minLength(1), z.maxLength(20)),
  max_per_run: z._default(z.int().check(z.minimum(0), z.maximum(1_000)), 80),
  enabled: z._default(z.boolean(), true),
  schedule: z._default(z.nullable(z.enum(SCHEDULES)), null),
  check_for_new: z._default(z.boolean(), true),
  notify: z._default(z.boolean(), false),
  google_books: z._default(z.nullable(googleBooks), null),
});

export const newJobBody = z.extend(jobBody, {
  name: z.string().check(z.regex(JOB_NAME, "must have 1 to 64 of a-z, 0-9 and -, the first one no -")),
});

export function jobSettings(body: z.output<typeof jobBody>): JobSettings {
  const options = body.google_books ?? NO_OPTIONS;
  return {
    queries: body.queries,
    maxPerRun: body.max_per_run,
    enabled: body.enabled,
    schedule: body.schedule,
    checkForNew: body.check_for_new,
    notify: body.notify,
    options: {
      langRestrict: options.lang_restrict,
      orderBy: options.order_by,
      printType: options.print_type,
      filter: options.filter,
      country: options.country,
    },
  };
}
