import { Search } from "lucide";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { focusRefused } from "../forms/focus-refused.ts";
import { Icon } from "../icon.tsx";
import { partTexts } from "../part-texts.ts";
import { oneFieldTexts } from "./one-field-texts.ts";
import { SearchInput } from "./search-input.tsx";
import { SearchProblem } from "./search-problem.tsx";
import { searchTexts } from "./search-texts.ts";
import type { KnownValues } from "./suggestions.ts";
import type { OneFieldText } from "./use-one-field.ts";

/**
 * The field above a list: an address in it is saved, words are searched for. It takes a text of any length: a browser would cut
 * a longer address that is pasted, and another page would be saved.
 */
export function OneField({
  field,
  problem,
  known,
  isBusy,
  onWrite,
  onSave,
  children,
}: {
  readonly field: OneFieldText;
  /** Why the text can't be saved. */
  readonly problem: string | null;
  /** What a search may be completed with. */
  readonly known: () => KnownValues;
  readonly isBusy: boolean;
  /** The text has changed. */
  readonly onWrite: () => void;
  readonly onSave: () => void;
  /** The message about an address, and its details. */
  readonly children?: ComponentChildren;
}) {
  const t = translations(oneFieldTexts);
  const id = useId();
  const described = problem === null ? (field.isUnreadable ? `${id}-search` : `${id}-help`) : `${id}-problem`;
  const write = (text: string, isUnfinished: boolean) => {
    field.write(text, isUnfinished);
    onWrite();
  };
  return (
    <search>
      <form
        class="one-field"
        aria-label={t.form}
        data-save
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!focusRefused(event.currentTarget)) onSave();
        }}
      >
        <div class="one-box combobox">
          <label for={id} class="visually-hidden">
            {t.box}
          </label>
          <SearchInput
            id={id}
            box={field.box}
            type="text"
            placeholder={t.placeholder}
            autocapitalize="none"
            spellcheck={false}
            aria-describedby={described}
            aria-invalid={problem !== null || field.isUnreadable}
            text={field.text}
            known={known}
            onWrite={write}
            onEnter={(event) => {
              if (field.isAddress) return;
              event.preventDefault();
              field.search();
            }}
          />
          <Icon icon={Search} />
          <span class="key" aria-hidden="true">
            /
          </span>
          <button type="submit" class={field.isAddress ? "primary" : undefined} aria-disabled={isBusy}>
            {translations(partTexts).save}
          </button>
        </div>
        <small id={`${id}-help`} class="search-help">
          {translations(searchTexts).help("tag: site: after: before: is:")}
        </small>
        {field.isUnreadable && <SearchProblem id={`${id}-search`} q={field.text} box={field.box} />}
        {problem !== null && (
          <small id={`${id}-problem`} class="failure">
            {problem}
          </small>
        )}
        {children}
      </form>
    </search>
  );
}
