import type { Book } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Field } from "../parts/forms/field.tsx";
import { explain } from "../parts/queries/explain.ts";
import { useQuery } from "../parts/queries/use-query.ts";
import { booksTexts } from "./books-texts.ts";
import { jobNames } from "./job-names.ts";

/** Selects the job whose books are shown. Only administrators may list the jobs; others choose from those of the books. */
export function JobFilter({
  job,
  books,
  onChoose,
}: {
  /** Empty: all. */
  readonly job: string;
  /** The books that are shown. */
  readonly books: readonly Book[];
  readonly onChoose: (job: string) => void;
}) {
  const t = translations(booksTexts);
  const { library, person } = useSignedIn();
  const listed = useQuery(`jobs ${person.isAdmin}`, async (signal) => {
    const names: string[] = [];
    if (!person.isAdmin) return names;
    for await (const { name } of library.client.jobs.all({ signal })) names.push(name);
    return names;
  });
  return (
    <Field label={t.job} hint={listed.error === null ? null : t.jobsFailed(explain(listed.error))}>
      {(attributes) => (
        <select {...attributes} value={job} onChange={(event) => onChoose(event.currentTarget.value)}>
          <option value="">{t.allJobs}</option>
          {jobNames(listed.value ?? [], books, job).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
