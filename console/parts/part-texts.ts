import { texts } from "../language/language.ts";

/** The texts of the parts that several screens have. */
export const partTexts = texts({
  en: {
    close: "Close",
    cancel: "Cancel",
    loading: "Loading…",
    more: "Show more",
    showImages: "Show images",
    hideImages: "Hide images",
    imagesHint: "Images are loaded from the sites themselves, which can then see that you look at them.",
    tryAgain: "Try again",
    offline: "There is no connection to Magpie. Check the network, then try again.",
    slow: "Magpie does not answer in time. Try again in a moment.",
    foreign: "Something else than Magpie answered, such as the sign-in page of a network. Open another page first.",
    unauthorized: "Magpie does not accept the session. Sign in again.",
    forbidden: "Only administrators may do this.",
    notFound: "This is no longer there. It may have been deleted elsewhere.",
    refused: (detail: string) => `Magpie refused this: ${detail}`,
    broken: (detail: string) => `Magpie has failed; what was saved before is safe. Try again in a moment. (${detail})`,
    unexpected: (detail: string) => `Something unexpected happened: ${detail}`,
  },
  ja: {
    close: "閉じる",
    cancel: "キャンセル",
    loading: "読み込み中…",
    more: "さらに表示",
    showImages: "画像を表示",
    hideImages: "画像を隠す",
    imagesHint: "画像はそれぞれのサイトから読み込まれ、閲覧したことがそのサイトに伝わります。",
    tryAgain: "再試行",
    offline: "Magpie に接続できません。ネットワークを確認してから、もう一度お試しください。",
    slow: "Magpie から時間内に応答がありませんでした。しばらくしてからもう一度お試しください。",
    foreign: "Magpie 以外から応答がありました (ネットワークのサインイン画面など)。先に別のページを開いてください。",
    unauthorized: "サインインの情報が受け付けられませんでした。もう一度サインインしてください。",
    forbidden: "この操作は管理者だけができます。",
    notFound: "見つかりません。別の端末で削除された可能性があります。",
    refused: (detail: string) => `受け付けられませんでした: ${detail}`,
    broken: (detail: string) =>
      `Magpie でエラーが発生しました。保存済みの内容は失われません。しばらくしてからもう一度お試しください。(${detail})`,
    unexpected: (detail: string) => `予期しないエラーが発生しました: ${detail}`,
  },
});
