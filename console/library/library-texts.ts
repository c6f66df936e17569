import { texts } from "../language/language.ts";

/** The texts about the storage of the device. */
export const libraryTexts = texts({
  en: {
    storageFails: (reason: string) =>
      `This device's storage fails, so that changes may be lost when this page is closed. Free some space, then reload the page. (${reason})`,
  },
  ja: {
    storageFails: (reason: string) =>
      `この端末に保存できません (${reason})。このページを閉じると、変更が失われることがあります。空き容量を増やしてから、ページを再読み込みしてください。`,
  },
});
