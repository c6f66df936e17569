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

/** A window of a browser, with the button that saves its page. */
export function ExtensionDrawing() {
  return (
    <Drawing>
      <rect x="30" y="18" width="116" height="78" rx="6" />
      <path class="line" d="M30 36h116M38 27h.1M46 27h.1M54 27h.1M66 27h42" />
      <path class="line" d="M42 50h40M42 60h56M42 70h56M42 80h32" />
      <circle cx="126" cy="36" r="15" />
      <path class="marked" d="M120 28h12v17l-6-5-6 5z" />
    </Drawing>
  );
}
