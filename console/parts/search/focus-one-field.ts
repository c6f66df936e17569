/** Moves the focus to the field for saving and searching, if the screen has one. */
export function focusOneField(): void {
  document.querySelector<HTMLElement>("form[data-save] input")?.focus();
}
