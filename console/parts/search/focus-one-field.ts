/** Moves the focus to the field where one saves and searches, if the screen has it. */
export function focusOneField(): void {
  document.querySelector<HTMLElement>("form[data-save] input")?.focus();
}
