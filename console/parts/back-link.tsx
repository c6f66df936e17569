import { ArrowLeft } from "lucide";
import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

/** The link from an item back to its list, above the heading. */
export function BackLink({ to, children }: { readonly to: string; readonly children: ComponentChildren }) {
  return (
    <p class="actions back">
      <a href={to}>
        <Icon icon={ArrowLeft} />
        {children}
      </a>
    </p>
  );
}
