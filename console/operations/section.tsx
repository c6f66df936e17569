import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A part of Operations with its heading: the only one of its tab, or one of the overview's. */
export function Section({
  title,
  actions = null,
  children,
}: {
  readonly title: string;
  /** Beside the heading. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} class="operations-section">
      <header class="screen-header">
        <h2 id={id}>{title}</h2>
        <div class="actions">{actions}</div>
      </header>
      {children}
    </section>
  );
}
