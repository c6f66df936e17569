import { count } from "../language/format.ts";
import { texts } from "../language/language.ts";

/** What the heading of a list names: the filters in use. Absent or empty: none. */
interface FilterNames {
  readonly site?: string;
  /** All of them, as a person reads them. */
  readonly tags?: string;
  readonly status?: string;
}

/** The texts of the parts that several screens have. */
export const partTexts = texts({
  en: {
    notLoaded: "This part of the page could not be loaded. Check the network, then try again.",
    close: "Close",
    cancel: "Cancel",
    save: "Save",
    editTitle: (name: string) => `Edit “${name}”`,
    address: "Address",
    title: "Title",
    titleHint: "If empty, the page's own title is shown.",
    note: "Note",
    status: "Status",
    site: "Site",
    saved: (title: string) => `Saved: ${title}`,
    edit: "Edit",
    delete: "Delete",
    fetchAgain: "Fetch again",
    loading: "Loading…",
    searching: "Searching…",
    more: "Show more",
    shown: (shown: number, all: number) => `${count(shown)} of ${count(all)}`,
    view: "Shown as",
    asRows: "Rows",
    asCards: "Cards",
    titled: (title: string, { site = "", tags = "", status = "" }: FilterNames) =>
      `${title}${site && ` at ${site}`}${tags && ` tagged ${tags}`}${status && `: ${status.toLowerCase()}`}`,
    failed: (count: string) => `${count} could not be read`,
    tryAllAgain: "Try all again",
    noFilter: "Show all",
    filter: "Filter",
    unfilter: (name: string) => `Remove ${name}`,
    tryAgain: "Try again",
    actionsOf: (name: string) => `Actions of ${name}`,
    offline: "There is no connection to Magpie. Check the network, then try again.",
    signedOut: "Sign in again to see this.",
    slow: "Magpie did not answer in time. Try again in a moment.",
    foreign: "Something other than Magpie answered, such as the sign-in page of a network. Open another page first.",
    unauthorized: "Magpie does not accept the session. Sign in again.",
    forbidden: "Only administrators can do this.",
    notFound: "This is no longer there. It may have been deleted elsewhere.",
    limited: (minutes: number) =>
      `You have reached the limit for this. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    busy: "Magpie is too busy at the moment. Try again in a few minutes.",
    refused: (detail: string) => `Magpie refused this: ${detail}`,
    broken: (detail: string) =>
      `Magpie had an error. Everything saved before is safe. Try again in a moment. (${detail})`,
    full: "There is no space left on this device, so this was not saved. Free some space, or keep fewer texts (see Settings), then try again.",
    unexpected: (detail: string) => `Something unexpected happened: ${detail}`,
  },
  ja: {
    notLoaded: "ページの一部を読み込めませんでした。ネットワークを確認してから、もう一度お試しください。",
    close: "閉じる",
    cancel: "キャンセル",
    save: "保存",
    editTitle: (name: string) => `「${name}」を編集`,
    address: "URL",
    title: "タイトル",
    titleHint: "空欄の場合は、ページのタイトルを表示します。",
    note: "メモ",
    status: "状態",
    site: "サイト",
    saved: (title: string) => `「${title}」を保存しました。`,
    edit: "編集",
    delete: "削除",
    fetchAgain: "再取得",
    loading: "読み込み中…",
    searching: "検索中…",
    more: "さらに表示",
    shown: (shown: number, all: number) => `${count(all)} 件中 ${count(shown)} 件`,
    view: "表示形式",
    asRows: "リスト",
    asCards: "カード",
    titled: (title: string, { site = "", tags = "", status = "" }: FilterNames) =>
      `${site && `${site} の`}${tags && `「${tags}」の`}${title}${status && ` (${status})`}`,
    failed: (count: string) => `${count} 件を読み込めませんでした`,
    tryAllAgain: "すべて再試行",
    noFilter: "すべて表示",
    filter: "絞り込み",
    unfilter: (name: string) => `「${name}」を外す`,
    tryAgain: "再試行",
    actionsOf: (name: string) => `${name} の操作`,
    offline: "Magpie に接続できません。ネットワークを確認してから、もう一度お試しください。",
    signedOut: "もう一度サインインすると表示されます。",
    slow: "Magpie から時間内に応答がありませんでした。しばらくしてからもう一度お試しください。",
    foreign: "Magpie 以外から応答がありました (ネットワークのログイン画面など)。先に別のページを開いてください。",
    unauthorized: "サインインが無効になっています。もう一度サインインしてください。",
    forbidden: "この操作は管理者だけが行えます。",
    notFound: "見つかりません。別の端末で削除された可能性があります。",
    limited: (minutes: number) => `この操作の回数の上限に達しました。${minutes} 分後にもう一度お試しください。`,
    busy: "Magpie が混み合っています。数分後にもう一度お試しください。",
    refused: (detail: string) => `受け付けられませんでした: ${detail}`,
    broken: (detail: string) =>
      `Magpie でエラーが発生しました。保存済みの内容は失われません。しばらくしてからもう一度お試しください。(${detail})`,
    full: "この端末の空き容量が足りないため、保存できませんでした。空き容量を増やすか、設定で保存する本文を減らしてから、もう一度お試しください。",
    unexpected: (detail: string) => `予期しないエラーが発生しました: ${detail}`,
  },
});
