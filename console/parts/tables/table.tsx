// biome-ignore-all lint/a11y/noRedundantRoles: Safari takes them from a table whose rows are laid out as blocks.
import type { ComponentChildren } from "preact";
import { Wide } from "./wide.tsx";

/** A column: its header, what a row has in it, and the classes of its cells, e.g. `number`. */
export type Column<Row> = readonly [label: string, cell: (row: Row) => ComponentChildren, look?: string];

interface TableProps<Row> {
  readonly caption: string;
  /** Whether it is seen: not where a heading says the same. */
  readonly isCaptionSeen?: boolean;
  /** Further classes of the table; `stacked`: in a narrow window each row is a block, and each value has its header before it. */
  readonly look?: string;
  readonly columns: readonly Column<Row>[];
  /** Index of the column that names the row. */
  readonly header?: number;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string | number;
}

export function Table<Row>({ caption, isCaptionSeen = true, look, columns, header = 0, rows, keyOf }: TableProps<Row>) {
  return (
    <table role="table" class={look}>
      <caption class={isCaptionSeen ? undefined : "visually-hidden"}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(([label, , ofCells]) => (
            <th key={label} role="columnheader" scope="col" class={ofCells}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} role="row" data-item>
            {columns.map(([label, cell, ofCells], place) =>
              place === header ? (
                <th key={label} role="rowheader" scope="row" class={ofCells}>
                  {cell(row)}
                </th>
              ) : (
                <td key={label} role="cell" class={ofCells} data-label={label}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * A table that is scrolled by itself where it is wider than the screen.
 *
 * @param scrolled names what is scrolled; by default the caption does
 */
export function WideTable<Row>({ scrolled, ...table }: TableProps<Row> & { readonly scrolled?: string }) {
  return (
    <Wide label={scrolled ?? table.caption}>
      <Table {...table} />
    </Wide>
  );
}
