import type { ImportReport, Remarks } from "../../../client/moving/index.ts";
import { count } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { partTexts } from "../part-texts.ts";
import { Wide } from "../wide.tsx";
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
    <Wide label={t.columns}>
      <table>
        <caption>{t.columns}</caption>
        <thead>
          <tr>
            <th scope="col">{t.column}</th>
            <th scope="col" class="number">
              {t.read}
            </th>
            <th scope="col" class="number">
              {t.notRead}
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ name, read, notRead }) => (
            <tr key={name}>
              <th scope="row" lang="">
                {name || t.withoutName}
              </th>
              <td class="number">{count(read)}</td>
              <td class="number">{count(notRead)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** Remarks of one kind; nothing when there are none. */
function RemarkTable({ title, remarks }: { readonly title: string; readonly remarks: Remarks }) {
  const t = translations(movingTexts);
  if (remarks.count === 0) return null;
  const shown = remarks.first.slice(0, MOST_ROWS);
  return (
    <>
      <Wide label={title}>
        <table>
          <caption>{t.remarks(title, count(remarks.count))}</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                {t.line}
              </th>
              <th scope="col">{t.reason}</th>
              <th scope="col">{translations(partTexts).address}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((remark, index) => (
              <tr key={index}>
                <td class="number">{count(remark.line)}</td>
                <td>{remarkWords(remark)}</td>
                <td lang="">{remark.url}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {remarks.count > shown.length && <p class="quiet">{t.more(count(remarks.count - shown.length))}</p>}
    </>
  );
}
