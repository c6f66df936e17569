import { Ellipsis } from "lucide";
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { areActionsIcons } from "../device/action-icons.ts";
import { isolated } from "../language/isolated.ts";
import { translations } from "../language/language.ts";
import { Icon } from "./icon.tsx";
import { partTexts } from "./part-texts.ts";

/**
 * The actions of an item of a list: icons that appear with the pointer or the focus, and on touch screens a menu behind one
 * button. A menu is rendered when it is opened for the first time: it is a third of what a row of the list has.
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
  const [isOpened, setOpened] = useState(false);
  return (
    <div class="item-actions">
      <button
        type="button"
        class="actions-menu"
        popovertarget={id}
        aria-label={translations(partTexts).actionsOf(isolated(name))}
        onClick={() => setOpened(true)}
      >
        <Icon icon={Ellipsis} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the buttons within. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button within is a click as well. */}
      <div id={id} popover="auto" class="actions" onClick={({ currentTarget }) => currentTarget.hidePopover()}>
        {(isOpened || areActionsIcons.value) && children}
      </div>
    </div>
  );
}

/** The name of an action beside its icon: always in the menu, of an icon while it is pointed at. */
export function ActionName({ children }: { readonly children: ComponentChildren }) {
  return <span class="action-name">{children}</span>;
}
