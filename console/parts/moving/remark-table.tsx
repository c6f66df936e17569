import type { ImportReport, Remarks } from "../../../client/moving/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { WideTable } from "../tables/table.tsx";
import { movingTexts } from "./moving-texts.ts";
import { remarkWords } from "./remark-texts.ts";

const MOST_ROWS = 200;

/** The report on a file: the remarks on refused entries and on shortened ones, and how much of the columns was read. */
export function RemarkTables({ report: { refused, leftOut, columns } }: { readonly report: ImportReport }) {
  const t = translations(movingTexts);
  return (
    <>
      <RemarkTable title={t.refused} remarks={refused} />
      <RemarkTable title={t.leftOut} remarks={leftOut} />
      {columns.length > 0 && <ColumnTable columns={columns} />}
    </>
  );
}

/** How many values of each column were read; columns with unread values come first. */
function ColumnTable({ columns }: Pick<ImportReport, "columns">) {
  const t = translations(movingTexts);
  const sorted = columns.toSorted((one, other) => Number(other.notRead > 0) - Number(one.notRead > 0));
  return (
    <WideTable
      caption={t.columns}
      columns={[
        [t.column, ({ name }) => <span lang="">{name || t.withoutName}</span>],
        [t.read, ({ read }) => count(read), "number"],
        [t.notRead, ({ notRead }) => count(notRead), "number"],
      ]}
      rows={sorted}
      keyOf={({ name }) => name}
    />
  );
}

/** Remarks of one kind; nothing when there are none. */
function RemarkTable({ title, remarks }: { readonly title: string; readonly remarks: Remarks }) {
  const t = translations(movingTexts);
  if (remarks.count === 0) return null;
  const shown = remarks.first.slice(0, MOST_ROWS);
  return (
    <>
      <WideTable
        caption={t.remarks(title, count(remarks.count))}
        columns={[
          [t.line, ({ line }) => count(line), "number"],
          [t.reason, remarkWords],
          [translations(partTexts).address, ({ url }) => <span lang="">{url}</span>],
        ]}
        rows={shown}
        keyOf={(_remark, index) => index}
      />
      {remarks.count > shown.length && <p class="quiet">{t.more(count(remarks.count - shown.length))}</p>}
    </>
  );
}
