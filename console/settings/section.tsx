import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A part of the settings with its heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="settings sheet" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
