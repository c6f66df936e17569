import { Drawing } from "../parts/states/drawing.tsx";

/** Slides, the first of which has a picture and a line of text. */
export function SlidesDrawing() {
  return (
    <Drawing>
      <rect x="58" y="14" width="92" height="58" rx="6" />
      <rect x="42" y="26" width="92" height="58" rx="6" />
      <rect x="26" y="38" width="92" height="58" rx="6" />
      <path class="marked" d="M38 76V64h8v12zm12 0V56h8v20zm12 0V48h8v28z" />
      <path class="line" d="M36 80h40M84 54h22M84 62h22M84 70h14" />
    </Drawing>
  );
}
