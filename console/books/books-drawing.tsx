import { Drawing } from "../parts/states/drawing.tsx";

/** Books on a shelf, one of which leans on the others. */
export function BooksDrawing() {
  return (
    <Drawing>
      <rect x="40" y="30" width="18" height="62" rx="2" />
      <rect x="58" y="22" width="22" height="70" rx="2" />
      <rect x="80" y="36" width="16" height="56" rx="2" />
      <rect x="112" y="30" width="18" height="62" rx="2" transform="rotate(-14 112 92)" />
      <path class="marked" d="M62 32h14v6H62z" />
      <path class="line" d="M30 92h116M44 40h10M44 46h10M62 80h14M84 46h8M84 52h8" />
    </Drawing>
  );
}
