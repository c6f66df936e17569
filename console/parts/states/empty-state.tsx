import type { ComponentChildren } from "preact";
import { usePassedFocus } from "../focus/use-passed-focus.ts";

/** Shown instead of a list: a picture, why there is none, and what to do. */
export function EmptyState({
  picture,
  text,
  children = null,
}: {
  /** An `Icon`, or a drawing of the screen's own: screen readers pass over both. */
  readonly picture: ComponentChildren;
  readonly text: ComponentChildren;
  /** One action; below it what leads elsewhere. */
  readonly children?: ComponentChildren;
}) {
  return (
    <div ref={usePassedFocus<HTMLDivElement>()} class="empty-state">
      <div class="drawing">{picture}</div>
      <div class="empty">{text}</div>
      {children}
    </div>
  );
}
