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
  notLoaded: [
    "This part of the page could not be loaded. Check the network, then try again.",
    "ページの一部を読み込めませんでした。ネットワークを確認してから、もう一度お試しください。",
  ],
  close: ["Close", "閉じる"],
  cancel: ["Cancel", "キャンセル"],
  save: ["Save", "保存"],
  editTitle: (name: string) => [`Edit “${name}”`, `「${name}」を編集`],
  address: ["Address", "URL"],
  title: ["Title", "タイトル"],
  titleHint: ["If empty, the page's own title is shown.", "空欄の場合は、ページのタイトルを表示します。"],
  note: ["Note", "メモ"],
  status: ["Status", "状態"],
  site: ["Site", "サイト"],
  saved: (title: string) => [`Saved: ${title}`, `「${title}」を保存しました。`],
  edit: ["Edit", "編集"],
  changed: [
    "Change saved on this device. It is sent as soon as possible.",
    "変更をこの端末に保存しました。まもなく送信されます。",
  ],
  unchanged: ["Nothing was changed.", "変更はありません。"],
  order: ["Order", "並び順"],
  all: ["All", "すべて"],
  delete: ["Delete", "削除"],
  fetchAgain: ["Fetch again", "再取得"],
  loading: ["Loading…", "読み込み中…"],
  searching: ["Searching…", "検索中…"],
  more: ["Show more", "さらに表示"],
  shown: (shown: number, all: number) => [`${count(shown)} of ${count(all)}`, `${count(all)} 件中 ${count(shown)} 件`],
  view: ["Shown as", "表示形式"],
  asRows: ["Rows", "リスト"],
  asCards: ["Cards", "カード"],
  titled: (title: string, { site = "", tags = "", status = "" }: FilterNames) => [
    `${title}${site && ` at ${site}`}${tags && ` tagged ${tags}`}${status && `: ${status.toLowerCase()}`}`,
    `${site && `${site} の`}${tags && `「${tags}」の`}${title}${status && ` (${status})`}`,
  ],
  failed: (count: string) => [`${count} could not be read`, `読み込み失敗: ${count} 件`],
  tryAllAgain: ["Try all again", "すべて再試行"],
  noFilter: ["Show all", "すべて表示"],
  filter: ["Filter", "絞り込み"],
  unfilter: (name: string) => [`Remove ${name}`, `「${name}」を外す`],
  tryAgain: ["Try again", "再試行"],
  actionsOf: (name: string) => [`Actions of ${name}`, `${name} の操作`],
  offline: [
    "There is no connection to Magpie. Check the network, then try again.",
    "Magpie に接続できません。ネットワークを確認してから、もう一度お試しください。",
  ],
  signedOut: ["Sign in again to see this.", "もう一度サインインすると表示されます。"],
  slow: [
    "Magpie did not answer in time. Try again in a moment.",
    "Magpie から時間内に応答がありませんでした。しばらくしてからもう一度お試しください。",
  ],
  foreign: [
    "Something other than Magpie answered, such as the sign-in page of a network. Open another page first.",
    "Magpie 以外から応答がありました (ネットワークのログイン画面など)。先に別のページを開いてください。",
  ],
  unauthorized: [
    "Magpie does not accept the session. Sign in again.",
    "サインインが無効になっています。もう一度サインインしてください。",
  ],
  forbidden: ["Only administrators can do this.", "この操作は管理者だけが行えます。"],
  notFound: [
    "This is no longer there. It may have been deleted elsewhere.",
    "見つかりません。別の端末で削除された可能性があります。",
  ],
  limited: (minutes: number) => [
    `You have reached the limit for this. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    `この操作の回数の上限に達しました。${minutes} 分後にもう一度お試しください。`,
  ],
  busy: [
    "Magpie is too busy at the moment. Try again in a few minutes.",
    "Magpie が混み合っています。数分後にもう一度お試しください。",
  ],
  refused: (detail: string) => [`Magpie refused this: ${detail}`, `受け付けられませんでした: ${detail}`],
  broken: (detail: string) => [
    `Magpie had an error. Everything saved before is safe. Try again in a moment. (${detail})`,
    `Magpie でエラーが発生しました。保存済みの内容は失われません。しばらくしてからもう一度お試しください。(${detail})`,
  ],
  full: [
    "There is no space left on this device, so this was not saved. Free some space, or keep fewer texts (see Settings), then try again.",
    "この端末の空き容量が足りないため、保存できませんでした。空き容量を増やすか、設定で保存する本文を減らしてから、もう一度お試しください。",
  ],
  unexpected: (detail: string) => [
    `Something unexpected happened: ${detail}`,
    `予期しないエラーが発生しました: ${detail}`,
  ],
});
