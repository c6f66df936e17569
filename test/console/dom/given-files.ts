import { vi } from "vitest";

/** The files that the browser is given, by a link that the page presses. The test restores what is mocked. */
export function givenFiles(): readonly { readonly name: string; readonly blob: Blob }[] {
  const given: { name: string; blob: Blob }[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${given.push({ name: "", blob: blob as Blob })}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const file = given[Number(this.href.split(":").at(-1)) - 1];
    if (file !== undefined) file.name = this.download;
  });
  return given;
}
