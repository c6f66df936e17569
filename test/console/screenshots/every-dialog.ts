import type { Page } from "playwright-core";
import type { PopulatedSystem } from "../populated-system.ts";

/** A dialog of the console that one button opens. */
export interface NamedDialog {
  readonly name: string;
  /** Of the screen with the button. */
  readonly path: string;
  /** The button's name in every language; the first such button opens it. */
  readonly button: RegExp;
}

const EDIT = /^(?:Edit|編集)$/;
const DELETE = /^(?:Delete|削除)$/;
const EXPORT = /^(?:Export|エクスポート)$/;

/** The dialogs of an administrator who has something on every screen. */
export function everyDialog({ bookmarkPath, deckPath, pricePath }: PopulatedSystem): readonly NamedDialog[] {
  const job = "/app/operations/jobs/gardening";
  return [
    { name: "edit-bookmark", path: bookmarkPath, button: EDIT },
    { name: "import", path: "/app/bookmarks", button: /^(?:Import|インポート)$/ },
    { name: "export", path: "/app/bookmarks", button: EXPORT },
    { name: "edit-deck", path: deckPath, button: EDIT },
    { name: "export-books", path: "/app/books", button: EXPORT },
    { name: "edit-product", path: pricePath, button: EDIT },
    { name: "alert", path: pricePath, button: /^(?:Alert|アラート)$/ },
    { name: "delete-product", path: pricePath, button: DELETE },
    { name: "edit-recommendation", path: "/app/recommendations", button: EDIT },
    { name: "delete-recommendation", path: "/app/recommendations", button: DELETE },
    { name: "block", path: "/app/recommendations/incoming", button: /^(?:Block|ブロック)$/ },
    { name: "edit-job", path: job, button: EDIT },
    { name: "reset-cursor", path: job, button: /^(?:Reset cursor|カーソルをリセット)$/ },
    { name: "delete-job", path: job, button: DELETE },
  ];
}

/** The button of a dialog, and the one that shows it in a narrow window, where the actions of an item are behind one button. */
function buttonsOf(page: Page, { button }: NamedDialog) {
  const menu = page.getByRole("button", { name: /^Actions of |の操作$/ }).first();
  return { menu, opener: page.getByRole("button", { name: button }).first() };
}

/** Whether the screen of a dialog has the item that the dialog is about: its button is off until then. */
export async function canOpen(page: Page, dialog: NamedDialog): Promise<boolean> {
  const { menu, opener } = buttonsOf(page, dialog);
  return (await menu.isVisible()) || ((await opener.count()) > 0 && (await opener.isEnabled()));
}

/** Opens a dialog on its screen, which asks for nothing more. */
export async function openDialog(page: Page, dialog: NamedDialog): Promise<void> {
  const { menu, opener } = buttonsOf(page, dialog);
  // A busy machine is idle before the items have come.
  await menu.or(opener).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await opener.click();
  await page.getByRole("dialog").waitFor();
}
