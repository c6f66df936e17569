import type { ComponentChildren } from "preact";

/** Content that may be wider than the screen, such as a table: it scrolls by itself, also by the keyboard. */
export function Wide({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1.
    <section class="wide" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
