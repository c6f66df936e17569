import type { Job } from "../../../client/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { partTexts } from "../../parts/part-texts.ts";
import { jobFormTexts } from "./form/job-form-texts.ts";
import { jobTexts } from "./job-texts.ts";

/** The settings of a job that differ from the defaults of Google Books, and its queries. */
export function JobSettings({ job }: { readonly job: Job }) {
  const t = translations(jobFormTexts);
  const { lang_restrict, order_by, print_type, filter, country } = job.google_books;
  const settings: readonly (readonly [string, string | null])[] = [
    [t.maxPerRun, count(job.max_per_run)],
    [t.langRestrict, lang_restrict],
    [t.country, country],
    [translations(partTexts).order, order_by && t.orders[order_by]],
    [t.printType, print_type && t.printTypes[print_type]],
    [t.filter, filter && t.filters[filter]],
  ];
  return (
    <dl class="wrapping job-settings">
      <div>
        <dt>{translations(jobTexts).queries}</dt>
        <dd lang="">
          <ul>
            {job.queries.map((query) => (
              <li key={query}>{query}</li>
            ))}
          </ul>
        </dd>
      </div>
      {settings.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
