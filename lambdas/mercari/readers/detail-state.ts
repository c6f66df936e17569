import type { SellingStatus } from "../domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../domain/crawl-result.ts";
import type { Element } from "./page-tree.ts";
import { attributeOf, byTestId, elementsIn, firstIn, tagOf, testIdOf, textOf } from "./page-tree.ts";

const PURCHASE = "購入手続きへ";
// The button's text is compared because a product's page has other buttons that may be disabled, such as those of the
// quantity.
const SOLD_BUTTON = /^(?:購入手続きへ|売り切れ|在庫切れ|在庫なし|SOLD)/u;

/**
 * How many buttons of a product are read: a page has a dozen. Buttons may be nested, and the text of each includes that of
 * all nested ones.
 */
const MAX_BUTTONS = 100;

function isButton(element: Element): boolean {
  return tagOf(element) === "button" || attributeOf(element, "role") === "button";
}

function isDisabled(element: Element): boolean {
  return attributeOf(element, "disabled") !== undefined || attributeOf(element, "aria-disabled") === "true";
}

/** The state of an individual's listing, from its checkout button; null if the button has none of the known states. */
export function stateOfItem(container: Element): SellingStatus | null {
  const checkout = byTestId(container, "checkout-button-container");
  if (checkout === undefined) return null;
  const button = byTestId(checkout, "checkout-button");
  // The listing was bought, and the deal is in progress.
  if (button === undefined) return byTestId(checkout, "view-transaction-button") === undefined ? null : SOLD;
  const name = attributeOf(button, "name");
  if (name === "disabled" || isDisabled(button) || firstIn(button, (inner) => isButton(inner) && isDisabled(inner))) {
    return SOLD;
  }
  return name === "purchase" ? ON_SALE : null;
}

/** The state of a shop's product, from its buttons; null if no button has a known state, or two have different ones. */
export function stateOfProduct(container: Element): SellingStatus | null {
  const disabledArea = byTestId(container, "disabled-purchase-button");
  const purchaseArea = byTestId(container, "variant-purchase-button");
  const within = (area: Element | undefined) => new Set(area === undefined ? [] : [area, ...elementsIn(area)]);
  const inDisabledArea = within(disabledArea);
  const inPurchaseArea = within(purchaseArea);

  let isOnSale = false;
  let isSold = disabledArea !== undefined;
  let buttons = 0;
  for (const element of elementsIn(container)) {
    if (testIdOf(element) === "out-of-stock") isSold = true;
    if (!isButton(element) || inDisabledArea.has(element) || buttons === MAX_BUTTONS) continue;
    buttons += 1;
    const text = textOf(element).trim();
    if (isDisabled(element)) isSold ||= inPurchaseArea.has(element) || SOLD_BUTTON.test(text);
    else isOnSale ||= text === PURCHASE;
  }
  if (isOnSale === isSold) return null;
  return isSold ? SOLD : ON_SALE;
}
