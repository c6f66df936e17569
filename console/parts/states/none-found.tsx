import { SearchX } from "lucide";
import type { ComponentChildren } from "preact";
import { translations } from "../../language/language.ts";
import { Icon } from "../icon.tsx";
import { partTexts } from "../part-texts.ts";
import { EmptyState } from "./empty-state.tsx";

/** Shown instead of a list when nothing fits what is asked for. */
export function NoneFound({
  text,
  onShowAll,
  children,
}: {
  readonly text: string;
  readonly onShowAll: () => void;
  /** Where else it may be. */
  readonly children?: ComponentChildren;
}) {
  return (
    <EmptyState picture={<Icon icon={SearchX} />} text={text}>
      <button type="button" onClick={onShowAll}>
        {translations(partTexts).noFilter}
      </button>
      {children}
    </EmptyState>
  );
}
