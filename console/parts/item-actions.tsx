import { Ellipsis } from "lucide";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { isolated } from "../language/isolated.ts";
import { translations } from "../language/language.ts";
import { Icon } from "./icon.tsx";
import { partTexts } from "./part-texts.ts";

/**
 * The actions of an item of a list: icons that appear with the pointer or the focus, and on touch screens a menu behind one
 * button.
 */
export function ItemActions({
  name,
  children,
}: {
  /** The item's title. */
  readonly name: string;
  /** Buttons and links, each of an icon and an `ActionName`. */
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="item-actions">
      <button
        type="button"
        class="actions-menu"
        popovertarget={id}
        aria-label={translations(partTexts).actionsOf(isolated(name))}
      >
        <Icon icon={Ellipsis} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the buttons within. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button within is a click as well. */}
      <div id={id} popover="auto" class="actions" onClick={({ currentTarget }) => currentTarget.hidePopover()}>
        {children}
      </div>
    </div>
  );
}

/** The name of an action beside its icon: always in the menu, of an icon while it is pointed at. */
export function ActionName({ children }: { readonly children: ComponentChildren }) {
  return <span class="action-name">{children}</span>;
}
