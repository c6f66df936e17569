import { Drawing } from "../parts/states/drawing.tsx";

/** A price tag before a falling line of prices, whose last one is marked. */
export function PricesDrawing() {
  return (
    <Drawing>
      <rect x="58" y="18" width="94" height="66" rx="6" />
      <path class="line" d="M68 34l18 8 16-6 16 14 16 4" />
      <circle class="marked" cx="138" cy="62" r="5" />
      <path d="M22 62l22-22h26v58H44L22 76z" />
      <circle class="marked" cx="36" cy="69" r="4" />
      <path class="line" d="M48 60h14M48 70h14M48 80h10" />
    </Drawing>
  );
}
