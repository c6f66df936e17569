import { Drawing } from "../parts/states/drawing.tsx";

/** A site with a heart, and the link to it. */
export function RecommendationsDrawing() {
  return (
    <Drawing>
      <rect x="36" y="20" width="104" height="74" rx="6" />
      <path class="line" d="M36 36h104M44 28h.1M52 28h.1M60 28h.1M96 54h30M96 64h30M96 74h18" />
      <path class="marked" d="M66 82 51 67a9.5 9.5 0 0 1 15-11 9.5 9.5 0 0 1 15 11z" />
    </Drawing>
  );
}
