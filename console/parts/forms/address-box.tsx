import type { RefObject } from "preact";
import type { FieldAttributes } from "./field.tsx";

/**
 * The text box of an address in a field. The keyboards of phones offer what addresses have, and no browser corrects it.
 * Its type is text: browsers would refuse what the form itself explains or completes.
 */
export function AddressBox({
  attributes,
  box,
  value,
  onType,
}: {
  /** Of the field. */
  readonly attributes: FieldAttributes;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onType: (text: string) => void;
}) {
  return (
    <input
      {...attributes}
      ref={box}
      type="text"
      inputMode="url"
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      value={value}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}
