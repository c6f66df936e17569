import { providerNames } from "../../lambdas/slides/provider-names.ts";
import type { Provider } from "../../lambdas/slides/providers.ts";
import { DECK_PROVIDERS, PROVIDERS } from "../../lambdas/slides/providers.ts";
import { amount } from "../language/amount.ts";
import { count } from "../language/format.ts";
import { texts } from "../language/language.ts";

const names = PROVIDERS.map((provider) => {
  const { en, ja } = DECK_PROVIDERS[provider].names;
  return [provider, [en, ja]];
});

/** The texts of the screens of slide decks. */
export const slidesTexts = texts({
  count: (number: number) => [amount(number, "deck", "decks"), `${count(number)} 件`],
  one: ["Deck", "スライド"],
  addressMissing: ["Enter the address of a deck.", "スライドの URL を入力してください。"],
  saved: ["Saved on this device; it is being sent.", "この端末に保存しました。送信しています。"],
  savedOffline: [
    "Saved on this device. It is sent when there is a connection.",
    "この端末に保存しました。オンラインになると送信されます。",
  ],
  notSaved: (address: string) => [
    `Not saved: ${address}. See the reason below the address.`,
    `${address} を保存できませんでした。理由は URL 欄の下に表示されています。`,
  ],
  statuses: {
    pending: ["Pending", "取得中"],
    ready: ["Ready", "取得済み"],
    failed: ["Failed", "失敗"],
  },
  providers: Object.fromEntries(names) as Readonly<Record<Provider, readonly [string, string]>>,
  none: [
    `Save slide decks from ${providerNames("en")}, with their pictures, your notes and tags.`,
    `${providerNames("ja")}のスライドを、画像、メモ、タグとともに保存できます。`,
  ],
  first: ["Save the first deck", "最初のスライドを保存"],
  noneFound: ["No decks match the search.", "条件に合うスライドはありません。"],
  savedAt: (age: string) => [`saved ${age}`, `保存: ${age}`],
  fetching: ["Fetching the title and player.", "タイトルとプレーヤーを取得しています。"],
  show: ["Show slides", "スライドを表示"],
  shownBy: [
    "The slides load from their own site, which can see that you view them.",
    "スライドは元のサイトから読み込まれ、閲覧したことがそのサイトに伝わります。",
  ],
  playerKeys: [
    "While the slides have the focus, keys turn them. Shift + Tab returns to this page.",
    "スライドにフォーカスがある間は、キーでページをめくれます。Shift + Tab でこのページに戻ります。",
  ],
  neighbours: ["Previous and next deck", "一覧のスライド"],
  previous: (title: string) => [`Previous: ${title}`, `前: ${title}`],
  next: (title: string) => [`Next: ${title}`, `次: ${title}`],
  position: (position: string, all: string) => [`Deck ${position} of ${all}`, `一覧の ${all} 件中 ${position} 件目`],
  fullScreen: ["Full screen", "全画面で表示"],
  leaveFullScreen: ["Exit full screen", "全画面表示を終了"],
  openAt: (provider: string) => [`Open at ${provider}`, `${provider} で開く`],
  signInAtGoogle: [
    "Does Google ask for a sign-in? Decks that are not public can only be opened at Google.",
    "Google のログイン画面が表示されましたか? 非公開のスライドは Google でのみ開けます。",
  ],
  noPlayer: [
    "This deck has no player. Open it at its site.",
    "このスライドはここでは表示できません。元のサイトで開いてください。",
  ],
  noConnection: [
    "The slides load from their own site, and there is no connection.",
    "オフラインのため、元のサイトのスライドを表示できません。",
  ],
  frame: (title: string) => [`Slides: ${title}`, `スライド: ${title}`],
  all: ["All slides", "スライド一覧"],
  notHere: [
    "This deck is not on this device. It may have been deleted.",
    "このスライドはこの端末にありません。削除された可能性があります。",
  ],
  failures: {
    gone: [
      "The site has no public deck at this address: it may be private or deleted. Check the address.",
      "この URL に公開中のスライドがありません。非公開か、削除された可能性があります。URL を確認してください。",
    ],
    locked: [
      "The deck is private. Make it public at its site, then try again.",
      "スライドが非公開です。元のサイトで公開してから再試行してください。",
    ],
    unavailable: [
      "The site could not be reached or was too busy. Try again later.",
      "サイトに接続できないか、サイトが混み合っています。しばらくしてから再試行してください。",
    ],
    unreadable: (code: string) => [
      `The site's answer could not be read (${code}). Try again later.`,
      `サイトの応答を読み取れませんでした (${code})。しばらくしてから再試行してください。`,
    ],
  },
});
