import type { EntryRemark } from "../../../client/moving/index.ts";
import { count } from "../../language/format.ts";
import { said } from "../../language/language.ts";
import { Wide } from "../wide.tsx";
import { movingTexts } from "./moving-texts.ts";

/** Rows that are shown: a file of another kind may give a remark on each of its lines. */
const MOST_ROWS = 200;

/** Remarks on the entries of a file; nothing when there are none. */
export function RemarkTable({ title, remarks }: { readonly title: string; readonly remarks: readonly EntryRemark[] }) {
  const t = said(movingTexts);
  if (remarks.length === 0) return null;
  const shown = remarks.slice(0, MOST_ROWS);
  return (
    <>
      <Wide label={title}>
        <table>
          <caption>{`${title}: ${count(remarks.length)}`}</caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                {t.line}
              </th>
              <th scope="col">{t.reason}</th>
              <th scope="col">{t.address}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, reason, url }, index) => (
              <tr key={index}>
                <td class="number">{count(line)}</td>
                <td lang="en">{reason}</td>
                <td lang="">{url}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {remarks.length > MOST_ROWS && <p class="quiet">{t.more(count(remarks.length - MOST_ROWS))}</p>}
    </>
  );
}
