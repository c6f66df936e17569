import Table from "cli-table3";

/** What stands in a table: nothing is a dash. */
export type Cell = string | number | boolean | null;

/** No lines, no colours, two spaces between columns: easy on the eye and on `awk`. */
const PLAIN = {
  chars: {
    top: "",
    "top-mid": "",
    "top-left": "",
    "top-right": "",
    bottom: "",
    "bottom-mid": "",
    "bottom-left": "",
    "bottom-right": "",
    left: "",
    "left-mid": "",
    mid: "",
    "mid-mid": "",
    right: "",
    "right-mid": "",
    middle: "  ",
  },
  style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
};

/** Line breaks would tear a row; other control and bidi characters, which a stored text may hold, would steer the terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Rows in columns, numbers to the right; wide characters count as two. */
export function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const drawn = new Table({
    ...PLAIN,
    head: columns.map((column) => column.toUpperCase()),
    colAligns: columns.map((_, at) => (rows.some((row) => typeof row[at] === "number") ? "right" : "left")),
  });
  drawn.push(...rows.map((row) => row.map(cellText)));
  return drawn.toString().replace(/ +$/gm, "");
}

function cellText(cell: Cell): string {
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return cell === null ? "-" : String(cell).replace(UNPRINTABLE, " ");
}
