import Table from "cli-table3";
import { printable } from "../terminal.ts";

/** The content of a cell; null and an empty list are a dash. */
export type Cell = string | number | boolean | readonly string[] | null;

/** Two spaces between columns, without lines and colours, so that `awk` can split a row. */
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
  const text = typeof cell === "object" ? cell?.join(", ") || "-" : String(cell);
  return printable(text);
}
