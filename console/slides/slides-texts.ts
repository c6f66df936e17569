import type { Language } from "../../lambdas/shared/notices/languages.ts";
import { providerNames } from "../../lambdas/slides/provider-names.ts";
import type { Provider } from "../../lambdas/slides/providers.ts";
import { DECK_PROVIDERS, PROVIDERS } from "../../lambdas/slides/providers.ts";
import { amount } from "../language/amount.ts";
import { count } from "../language/format.ts";
import { texts } from "../language/language.ts";

function nameOfEach(language: Language): Readonly<Record<Provider, string>> {
  const names = PROVIDERS.map((provider) => [provider, DECK_PROVIDERS[provider].names[language]]);
  return Object.fromEntries(names) as Record<Provider, string>;
}

/** The texts of the screens of slide decks. */
export const slidesTexts = texts({
  en: {
    count: (number: number) => amount(number, "deck", "decks"),
    title: "Slides",
    one: "Deck",
    addressMissing: "Enter the address of a deck.",
    saved: "Saved on this device; it is being sent.",
    savedOffline: "Saved on this device. It is sent when there is a connection.",
    notSaved: (address: string) => `Not saved: ${address}. See the reason below the address.`,
    any: "All",
    pending: "Pending",
    ready: "Ready",
    failed: "Failed",
    providers: nameOfEach("en"),
    none: `Save slide decks from ${providerNames("en")}, with their pictures, your notes and tags.`,
    first: "Save the first deck",
    noneFound: "No decks match the search.",
    savedAt: (age: string) => `saved ${age}`,
    fetching: "Fetching the title and player.",
    show: "Show slides",
    shownBy: "The slides load from their own site, which can see that you view them.",
    playerKeys: "While the slides have the focus, keys turn them. Shift + Tab returns to this page.",
    neighbours: "Previous and next deck",
    previous: (title: string) => `Previous: ${title}`,
    next: (title: string) => `Next: ${title}`,
    position: (position: string, all: string) => `Deck ${position} of ${all}`,
    fullScreen: "Full screen",
    leaveFullScreen: "Exit full screen",
    fetchedAgain: "Fetching the title and player again.",
    openAt: (provider: string) => `Open at ${provider}`,
    signInAtGoogle: "Does Google ask for a sign-in? Decks that are not public can only be opened at Google.",
    noPlayer: "This deck has no player. Open it at its site.",
    noConnection: "The slides load from their own site, and there is no connection.",
    frame: (title: string) => `Slides: ${title}`,
    changed: "Changes saved.",
    all: "All slides",
    notHere: "This deck is not on this device. It may have been deleted.",
    failures: {
      gone: "The site has no public deck at this address: it may be private or deleted. Check the address.",
      locked: "The deck is private. Make it public at its site, then try again.",
      unavailable: "The site could not be reached or was too busy. Try again later.",
      unreadable: (code: string) => `The site's answer could not be read (${code}). Try again later.`,
    },
  },
  ja: {
    count: (number: number) => `${count(number)} 件`,
    title: "スライド",
    one: "スライド",
    addressMissing: "スライドの URL を入力してください。",
    saved: "この端末に保存しました。送信しています。",
    savedOffline: "この端末に保存しました。オンラインになると送信されます。",
    notSaved: (address: string) => `${address} を保存できませんでした。理由は URL 欄の下に表示されています。`,
    any: "すべて",
    pending: "メタデータ取得中…",
    ready: "取得済み",
    failed: "メタデータの取得に失敗しました",
    providers: nameOfEach("ja"),
    none: `${providerNames("ja")}のスライドを、画像、メモ、タグとともに保存できます。`,
    first: "最初のスライドを保存",
    noneFound: "条件に合うスライドはありません。",
    savedAt: (age: string) => `保存: ${age}`,
    fetching: "タイトルとプレーヤーを取得しています。",
    show: "スライドを表示",
    shownBy: "スライドは元のサイトから読み込まれ、閲覧したことがそのサイトに伝わります。",
    playerKeys: "スライドにフォーカスがある間は、キーでページをめくれます。Shift + Tab でこのページに戻ります。",
    neighbours: "一覧のスライド",
    previous: (title: string) => `前: ${title}`,
    next: (title: string) => `次: ${title}`,
    position: (position: string, all: string) => `一覧の ${all} 件中 ${position} 件目`,
    fullScreen: "全画面で表示",
    leaveFullScreen: "全画面表示を終了",
    fetchedAgain: "タイトルとプレーヤーを再取得します。",
    openAt: (provider: string) => `${provider} で開く`,
    signInAtGoogle: "Google のログイン画面が表示されましたか? 非公開のスライドは Google でのみ開けます。",
    noPlayer: "このスライドはここでは表示できません。元のサイトで開いてください。",
    noConnection: "オフラインのため、元のサイトのスライドを表示できません。",
    frame: (title: string) => `スライド: ${title}`,
    changed: "変更を保存しました。",
    all: "スライド一覧",
    notHere: "このスライドはこの端末にありません。削除された可能性があります。",
    failures: {
      gone: "この URL に公開中のスライドがありません。非公開か、削除された可能性があります。URL を確認してください。",
      locked: "スライドが非公開です。元のサイトで公開してから再試行してください。",
      unavailable: "サイトに接続できないか、サイトが混み合っています。しばらくしてから再試行してください。",
      unreadable: (code: string) =>
        `サイトの応答を読み取れませんでした (${code})。しばらくしてから再試行してください。`,
    },
  },
});
