import type { ComponentChildren } from "preact";

/** A drawing for an empty state, of 176 by 112, on a ground that all of them have; screen readers pass over it. */
export function Drawing({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg viewBox="0 0 176 112" aria-hidden="true">
      <ellipse class="ground" cx="88" cy="62" rx="84" ry="46" />
      {children}
    </svg>
  );
}
