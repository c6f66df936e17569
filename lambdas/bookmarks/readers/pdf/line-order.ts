/** A piece of a line: its text and its position. */
export interface LinePiece {
  readonly str: string;
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/gu;
/** Characters that run from left to right within them: other letters, and numbers. */
const LEFT_TO_RIGHT = /(?![\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}])[\p{L}\p{Nd}]/u;

/** Whether most letters of a text are written from right to left. */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return 2 * (text.match(RIGHT_TO_LEFT)?.length ?? 0) > letters;
}

function directionOf(text: string): "rtl" | "ltr" | "neutral" {
  if (text.search(RIGHT_TO_LEFT) >= 0) return "rtl";
  return LEFT_TO_RIGHT.test(text) ? "ltr" : "neutral";
}

/**
 * The pieces of a line, given from its left, in the order in which they are read: those of the line's direction in
 * sequence, and each run of the other direction reversed. A piece without letters within such a run belongs to it.
 */
export function inReadingOrder(pieces: readonly LinePiece[], isLineRightToLeft: boolean): readonly LinePiece[] {
  const line = isLineRightToLeft ? "rtl" : "ltr";
  const ordered = isLineRightToLeft ? pieces.toReversed() : pieces;
  const read: LinePiece[] = [];
  let run: LinePiece[] = [];
  let after: LinePiece[] = [];
  const endRun = () => {
    read.push(...run.toReversed(), ...after);
    [run, after] = [[], []];
  };
  for (const piece of ordered) {
    const direction = directionOf(piece.str);
    if (direction === line || (direction === "neutral" && run.length === 0)) {
      endRun();
      read.push(piece);
    } else if (direction === "neutral") after.push(piece);
    else {
      run.push(...after, piece);
      after = [];
    }
  }
  endRun();
  return read;
}
