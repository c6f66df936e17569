import { providerNames } from "../../lambdas/slides/provider-names.ts";
import { texts, translations } from "../language/language.ts";

const ACCEPTED = {
  en: `Magpie takes decks of ${providerNames("en", { isWithExample: true })}.`,
  ja: `保存できるのは、${providerNames("ja", { isWithExample: true })} のスライドです。`,
};

/** The API's codes for addresses that are no deck's (docs: `POST /v1/stocks`), with what to do. */
const deckErrors = texts({
  invalid_url: [
    `This is not a whole web address. Copy it from the address bar of the deck's page. ${ACCEPTED.en}`,
    `URL が不完全です。スライドのページを開き、アドレスバーからコピーしてください。${ACCEPTED.ja}`,
  ],
  unsupported_scheme: [
    `The address must begin with https://. ${ACCEPTED.en}`,
    `https:// で始まる URL を入力してください。${ACCEPTED.ja}`,
  ],
  unsupported_provider: [
    `Decks of this site can't be saved here; save the page as a bookmark. ${ACCEPTED.en}`,
    `このサイトのスライドは、ここには保存できません。ページをブックマークとして保存してください。${ACCEPTED.ja}`,
  ],
  invalid_format: [
    `This is the right site, but not the address of a deck's page. ${ACCEPTED.en}`,
    `対応しているサイトですが、スライドのページの URL ではありません。${ACCEPTED.ja}`,
  ],
  unsupported_url_type: [
    `This is the address of an embedded player. Copy that of the deck's own page. ${ACCEPTED.en}`,
    `埋め込みプレーヤーの URL です。スライドのページの URL をコピーしてください。${ACCEPTED.ja}`,
  ],
});

/** Why the API refuses an address as a deck's, and what it takes; null for any other code. */
export function deckError(code: string | null): string | null {
  const t = translations(deckErrors);
  return code !== null && Object.hasOwn(t, code) ? t[code as keyof typeof t] : null;
}
