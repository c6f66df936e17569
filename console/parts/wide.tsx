import type { ComponentChildren } from "preact";

/** What may be wider than the screen, such as a table: it is scrolled by itself, and by the keyboard, too. */
export function Wide({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1.
    <section class="wide" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
