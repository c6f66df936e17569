import { useState } from "preact/hooks";
import { useSignedIn } from "../../library/signed-in.ts";

/** A form whose typed address is kept: of pages, or of decks. */
export type AddressForm = "bookmark" | "stock";

/** What a person has typed and not saved. Plain JSON. */
export interface TypedAddresses {
  readonly personId: string;
  readonly addresses: Readonly<Partial<Record<AddressForm, string>>>;
}

let typed: TypedAddresses | null = null;

/** What is typed now, to be kept while the person signs in again; null for nothing. */
export function typedAddresses(): TypedAddresses | null {
  return typed;
}

/** Brings back what was typed before the person signed in again. @param kept as it was kept; any other value is ignored */
export function restoreTypedAddresses(kept: unknown): void {
  const { personId, addresses } = (kept ?? {}) as Partial<TypedAddresses>;
  if (typeof personId !== "string" || typeof addresses !== "object" || addresses === null) return;
  typed = { personId, addresses };
}

/** The address that a person types into a form; it is kept while the person signs in again. */
export function useTypedAddress(form: AddressForm): readonly [string, (text: string) => void] {
  const { id: personId } = useSignedIn().person;
  const own = () => (typed?.personId === personId ? typed.addresses : {});
  const [text, setText] = useState(own()[form] ?? "");
  const type = (next: string) => {
    typed = { personId, addresses: { ...own(), [form]: next } };
    setText(next);
  };
  return [text, type];
}
