import { useEffect, useRef, useState } from "preact/hooks";
import type { Book } from "../../client/index.ts";
import type { BookFormat } from "../../client/moving/index.ts";
import { BOOK_FORMATS, exportBooks } from "../../client/moving/index.ts";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import { Options } from "../parts/forms/options.tsx";
import { movingTexts } from "../parts/moving/moving-texts.ts";
import { explain } from "../parts/queries/explain.ts";
import { RunButton } from "../parts/run-button.tsx";
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
      submit={translations(movingTexts).download}
      onSubmit={() => start}
      progress={t.exporting(count(written ?? 0))}
      // A person who stops the export needs no explanation.
      reason={(error) => (ending.current?.signal.aborted ? null : explain(error))}
      onClose={onClose}
    >
      <p>{isWhole ? t.exportAll : t.exportFound}</p>
      <Options
        label={translations(movingTexts).format}
        value={format}
        options={BOOK_FORMATS.map((each) => [each, t.formats[each]] as const)}
        // The file under way keeps its format.
        isDisabled={written !== null}
        onChoose={setFormat}
      />
      {written !== null && (
        <>
          <progress aria-label={t.exportTitle} />
          <RunButton act={async () => ending.current?.abort()}>{translations(movingTexts).stop}</RunButton>
        </>
      )}
    </FormDialog>
  );
}
