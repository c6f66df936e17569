import { ListFilter, X } from "lucide";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { focusNext } from "../focus/focus-next.ts";
import { Icon } from "../icon.tsx";
import { partTexts } from "../part-texts.ts";
import { Choice } from "./choice.tsx";
import { keepOpen } from "./input-method.ts";

/** A filter with a value of several, the empty one of which lets all items through. */
interface FilterChoice {
  readonly label: string;
  readonly value: string;
  /** Of its values but the empty one, in their order. */
  readonly names: Readonly<Record<string, string>>;
  onChoose(value: string): void;
}

/** A filter in use that people have named themselves, such as a tag. */
interface NamedFilter {
  readonly name: string;
  readonly onRemove: () => void;
}

/** The button behind which the filters of a list are, and those in use as chips, each of which a press takes away. */
export function Filters({
  choices = [],
  named = [],
  children = null,
}: {
  readonly choices?: readonly FilterChoice[];
  readonly named?: readonly NamedFilter[];
  /** Further filters, and what else stands behind the button. */
  readonly children?: ComponentChildren;
}) {
  const t = translations(partTexts);
  const id = useId();
  const used = choices.filter(({ value }) => value !== "");
  const chip = (name: string, language: string | undefined, onRemove: () => void) => (
    <li key={name}>
      <button
        type="button"
        class="tag"
        aria-label={t.unfilter(name)}
        onClick={() => {
          focusNext(null);
          onRemove();
        }}
      >
        <span lang={language}>{name}</span>
        <Icon icon={X} />
      </button>
    </li>
  );
  return (
    <div class="filters">
      {named.length + used.length > 0 && (
        <ul class="tags" aria-label={t.filter}>
          {named.map(({ name, onRemove }) => chip(name, "", onRemove))}
          {used.map(({ value, names, onChoose }) => chip(names[value] ?? value, undefined, () => onChoose("")))}
        </ul>
      )}
      <button type="button" class="quiet-button to-icon" popovertarget={id}>
        <Icon icon={ListFilter} />
        <span>{t.filter}</span>
      </button>
      <search id={id} popover="auto" class="panel" aria-label={t.filter} onKeyDown={keepOpen}>
        {choices.map(({ names, ...choice }) => (
          <Choice key={choice.label} {...choice} choices={[["", t.all], ...Object.entries(names)]} />
        ))}
        {children}
      </search>
    </div>
  );
}
