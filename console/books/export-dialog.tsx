import { useEffect, useRef, useState } from "preact/hooks";
import type { Book } from "../../client/index.ts";
import type { BookFormat } from "../../client/moving/index.ts";
import { BOOK_FORMATS, exportBooks } from "../../client/moving/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Field } from "../parts/forms/field.tsx";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import { explain } from "../parts/queries/explain.ts";
import { saveFile } from "../parts/save-file.ts";
import { notify } from "../status/status.tsx";
import type { BookSelection } from "./book-query.ts";
import { apiParameters } from "./book-query.ts";
import { booksTexts } from "./books-texts.ts";

const FILES: Readonly<Record<BookFormat, { readonly name: string; readonly type: string }>> = {
  json: { name: "books.json", type: "application/json" },
  csv: { name: "books.csv", type: "text/csv" },
  bibtex: { name: "books.bib", type: "application/x-bibtex" },
};

/** Writes the selected books into a file; closing it ends an export in progress. */
export function ExportDialog({ query, onClose }: { readonly query: BookSelection; readonly onClose: () => void }) {
  const t = translations(booksTexts);
  const { library } = useSignedIn();
  const ending = useRef<AbortController | null>(null);
  const [format, setFormat] = useState<BookFormat>("json");
  const [written, setWritten] = useState<number | null>(null);
  useEffect(() => () => ending.current?.abort(), []);

  const write = async (signal: AbortSignal) => {
    let books = 0;
    const counted = async function* (all: AsyncIterable<Book>) {
      for await (const book of all) {
        books += 1;
        setWritten(books);
        yield book;
      }
    };
    const found = counted(library.client.books.all(apiParameters(query), { signal }));
    const parts: string[] = [];
    for await (const part of exportBooks(found, format)) parts.push(part);
    const { name, type } = FILES[format];
    saveFile(name, new Blob(parts, { type }));
    notify(t.exported(count(books)));
  };
  const start = () => {
    const controller = new AbortController();
    ending.current = controller;
    setWritten(0);
    return write(controller.signal).finally(() => setWritten(null));
  };

  const isWhole = query.q === "" && query.job === "";
  return (
    <FormDialog
      title={t.exportTitle}
      submit={t.start}
      onSubmit={() => start}
      progress={t.exporting(count(written ?? 0))}
      // A person who stops the export needs no explanation.
      reason={(error) => (ending.current?.signal.aborted ? null : explain(error))}
      onClose={onClose}
    >
      <p>{isWhole ? t.exportAll : t.exportFound}</p>
      <Field label={t.format}>
        {(attributes) => (
          <select
            {...attributes}
            value={format}
            disabled={written !== null}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setFormat(BOOK_FORMATS.find((known) => known === value) ?? "json");
            }}
          >
            {BOOK_FORMATS.map((name) => (
              <option key={name} value={name}>
                {t.formats[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {written !== null && (
        <>
          <progress aria-label={t.exportTitle} />
          <button type="button" onClick={() => ending.current?.abort()}>
            {t.stop}
          </button>
        </>
      )}
    </FormDialog>
  );
}
