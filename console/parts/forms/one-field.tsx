import { Search } from "lucide";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { translations } from "../../language/language.ts";
import { Icon } from "../icon.tsx";
import { oneFieldTexts } from "./one-field-texts.ts";
import type { OneFieldText } from "./use-one-field.ts";

/** UTF-16 code units: an address that a browser can open. */
const MAX_LENGTH = 2_048;

/** The field on top of a list: an address in it is saved, words are searched for. */
export function OneField({
  field,
  problem,
  isBusy,
  onWrite,
  onSave,
  children,
}: {
  readonly field: OneFieldText;
  /** Why what is written can't be saved. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** What is written has changed. */
  readonly onWrite: () => void;
  readonly onSave: () => void;
  /** What is said of an address, and its details. */
  readonly children?: ComponentChildren;
}) {
  const t = translations(oneFieldTexts);
  const id = useId();
  const write = (text: string, isComposing: boolean) => {
    field.write(text, isComposing);
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
          onSave();
        }}
      >
        <div class="one-box">
          <label for={id} class="visually-hidden">
            {t.box}
          </label>
          <input
            id={id}
            ref={field.box}
            type="text"
            placeholder={t.placeholder}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxLength={MAX_LENGTH}
            aria-describedby={problem === null ? undefined : `${id}-problem`}
            aria-invalid={problem !== null}
            value={field.text}
            onInput={(event) => write(event.currentTarget.value, event.isComposing)}
            onCompositionEnd={(event) => write(event.currentTarget.value, false)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.isComposing || field.isAddress) return;
              event.preventDefault();
              field.search();
            }}
          />
          <Icon icon={Search} />
          <span class="key" aria-hidden="true">
            /
          </span>
          <button type="submit" class={field.isAddress ? "primary" : undefined} aria-disabled={isBusy}>
            {t.save}
          </button>
        </div>
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
