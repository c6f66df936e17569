import Table from "cli-table3";
import { printable } from "../terminal.ts";

/** The content of a cell; null, an empty list and a text without a character to see are a dash. */
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

/** The fields of an item that fit into a cell. */
type Field<T> = { [F in keyof T]-?: T[F] extends Cell | undefined ? F : never }[keyof T] & string;

/** A column by the field that it shows, which is its head, too; or a head with a field or with a function of the item. */
export type Column<T> = Field<T> | readonly [head: string, cell: Field<T> | ((item: T) => Cell | undefined)];

/** Items in rows, numbers to the right; wide characters count as two. */
export function table<T>(columns: readonly Column<T>[], items: readonly T[]): string {
  const named = columns.map((column) => (typeof column === "string" ? ([column, column] as const) : column));
  const rows = items.map((item) =>
    named.map(([, cell]) => (typeof cell === "function" ? cell(item) : (item[cell] as Cell | undefined)) ?? null),
  );
  const drawn = new Table({
    ...PLAIN,
    head: named.map(([head]) => head.replaceAll("_", " ").toUpperCase()),
    colAligns: named.map((_, at) => (rows.some((row) => typeof row[at] === "number") ? "right" : "left")),
  });
  drawn.push(...rows.map((row) => row.map(cellText)));
  return drawn.toString().replace(/ +$/gm, "");
}

function cellText(cell: Cell): string {
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  const text = printable(typeof cell === "object" ? (cell?.join(", ") ?? "") : String(cell));
  return text.trim() === "" ? "-" : text;
}
