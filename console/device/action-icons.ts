import { signal } from "@preact/signals";

const query = matchMedia("(hover: hover) and (width >= 60rem)");

/** Whether the actions of an item are icons beside it, as in item-actions.css; elsewhere they are a menu. */
export const areActionsIcons = signal(query.matches);
query.addEventListener("change", ({ matches }) => {
  areActionsIcons.value = matches;
});
