/**
 * Puts the focus into the first box of a form whose text was not taken, such as a tag that is too long: sent now, the form would
 * be closed or emptied, and the text lost.
 *
 * @returns whether there is one
 */
export function focusRefused(form: HTMLFormElement): boolean {
  const shown = [...form.querySelectorAll("input")].filter((box) => box.closest("[hidden]") === null);
  const refused = shown.find(({ validity }) => validity.customError);
  refused?.focus();
  return refused !== undefined;
}
