import { texts } from "../../language/language.ts";

/** The texts about what waits on this device to be sent. */
export const waitingTexts = texts({
  what: {
    create: ["Waiting to be sent", "送信待ち"],
    update: ["Change waiting to be sent", "変更の送信待ち"],
    delete: ["Waiting to be deleted", "削除待ち"],
    refresh: ["Waiting to be fetched again", "再取得待ち"],
    merge: ["Waiting to be merged", "統合待ち"],
  },
  failed: {
    create: ["Not saved", "保存できませんでした"],
    update: ["The change was not saved", "変更を保存できませんでした"],
    delete: ["Not deleted", "削除できませんでした"],
    refresh: ["Not fetched again", "再取得できませんでした"],
    merge: ["Not merged", "統合できませんでした"],
  },
  cancelled: ["Cancelled.", "キャンセルしました。"],
  sentAlready: [
    "It has already been sent and can no longer be cancelled.",
    "すでに送信されたため、キャンセルできません。",
  ],
  askTitle: ["Discard unsaved change?", "保存されていない内容を破棄しますか?"],
  ask: (address: string) => [
    `${address} is only on this device. If you discard it, it is gone.`,
    `${address} はこの端末にしかありません。破棄すると失われます。`,
  ],
  discard: ["Discard", "破棄"],
  keep: ["Keep", "破棄しない"],
  attempts: (count: string, last: string) => [`attempts: ${count}, last ${last}`, `試行 ${count} 回 (最後: ${last})`],
  again: ["Sending it again.", "もう一度送信します。"],
  offline: ["There was no connection.", "接続できませんでした。"],
  slow: ["Magpie did not answer in time.", "時間内に応答がありませんでした。"],
  foreign: [
    "Something other than Magpie answered, such as the sign-in page of a network.",
    "Magpie 以外から応答がありました (ネットワークのログイン画面など)。",
  ],
  forbidden: ["This account is not allowed to do this.", "このアカウントではこの操作を行えません。"],
  broken: ["Magpie had an error.", "Magpie でエラーが発生しました。"],
  limited: [
    "You have reached this hour's limit. Magpie continues automatically.",
    "1 時間の上限に達しました。時間がたつと自動で再開します。",
  ],
  busy: ["Magpie is too busy.", "Magpie が混み合っています。"],
});
