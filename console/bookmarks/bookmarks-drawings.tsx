import { Drawing } from "../parts/states/drawing.tsx";

/** A page with a ribbon, and the lines of its summary. */
export function BookmarkDrawing() {
  return (
    <Drawing>
      <rect x="44" y="18" width="88" height="78" rx="6" />
      <path class="marked" d="M106 12h16v34l-8-7-8 7z" />
      <path class="line" d="M56 34h38M56 46h30M56 62h64M56 72h64M56 82h42" />
    </Drawing>
  );
}

/** Pages that go into a tray. */
export function ImportDrawing() {
  return (
    <Drawing>
      <rect x="66" y="10" width="58" height="62" rx="5" />
      <rect x="54" y="20" width="58" height="62" rx="5" />
      <path class="line" d="M64 34h38M64 44h26" />
      <path d="M34 66h32l6 12h34l6-12h30v26a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6z" />
      <path class="marked" d="M84 46h8v10h8L88 68 76 56h8z" />
    </Drawing>
  );
}
