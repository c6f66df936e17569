import { texts } from "../language/language.ts";

/** The texts about the storage of the device. */
export const libraryTexts = texts({
  storageFails: (reason: string) => [
    `This device's storage is failing, so changes may be lost when this page is closed. Free some space, then reload the page. (${reason})`,
    `この端末に保存できません (${reason})。このページを閉じると、変更が失われることがあります。空き容量を増やしてから、ページを再読み込みしてください。`,
  ],
  textsFull: [
    "This device has no space for more texts. Free some space, or keep fewer texts (see Settings).",
    "この端末の空き容量が足りないため、これ以上の本文を保存できません。オフラインでは読めない本文があります。空き容量を増やすか、設定で保存する本文を減らしてください。",
  ],
});
