import type { IconNode } from "lucide";
import { createElement } from "preact";

/** An icon of Lucide's set. It repeats what a text or a name says, so that screen readers pass over it. */
export function Icon({ icon }: { readonly icon: IconNode }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {icon.map(([shape, attributes]) => createElement(shape, { ...attributes, key: JSON.stringify(attributes) }))}
    </svg>
  );
}
