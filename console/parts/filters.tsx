import { ListFilter } from "lucide";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { count } from "../language/format.ts";
import { translations } from "../language/language.ts";
import { keepOpen } from "./forms/input-method.ts";
import { Icon } from "./icon.tsx";
import { partTexts } from "./part-texts.ts";

/** The button behind which the filters of a list are, with the number of those that are in use. */
export function Filters({ used, children }: { readonly used: number; readonly children: ComponentChildren }) {
  const t = translations(partTexts);
  const id = useId();
  return (
    <div class="filters">
      <button type="button" class={`quiet-button ${used === 0 ? "to-icon" : ""}`} popovertarget={id}>
        <Icon icon={ListFilter} />
        <span>{used === 0 ? t.filter : t.filters(count(used))}</span>
      </button>
      <search id={id} popover="auto" aria-label={t.filter} onKeyDown={keepOpen}>
        {children}
      </search>
    </div>
  );
}
