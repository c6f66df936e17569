import { texts } from "../language/language.ts";

/** The texts of the frame and of what the screens stand on. */
export const shellTexts = texts({
  en: {
    skip: "Skip to the content",
    main: "Main",
    bookmarks: "Bookmarks",
    slides: "Slides",
    books: "Books",
    prices: "Prices",
    recommendations: "Recommendations",
    operations: "Operations",
    waiting: (count: string) => `Waiting: ${count}`,
    morePlaces: "More",
    unreadNotices: (count: string) => `Unread notices: ${count}`,
    settings: "Settings",
    loading: "Loading…",
    signIn: "Sign in",
    signInAgain: "Sign in again",
    about: "Magpie keeps slide decks, bookmarks, books, second-hand prices and recommended sites.",
    sessionEnded:
      "Your session has ended. What you save is kept on this device and sent after you have signed in again.",
    offline: "No connection. Bookmarks, the list of slides and kept texts open; what you save is sent later.",
    deviceFull:
      "There is no space left on this device: what you do may be lost when this page is closed. Free some space, or keep fewer texts in the settings; then reload the page.",
    newVersion: "There is a new version of this page.",
    useNewVersion: "Use it now",
    noConfig: "The addresses of this Magpie could not be loaded. Check the connection, then try again.",
    noSignIn:
      "Nobody can sign in here yet: the stage's settings name an issuer, but not the console's client there (setting issuer.console).",
    signInFailed: (reason: string) => `Signing in has failed: ${reason}`,
    storageFailed: (reason: string) =>
      `This browser keeps no data for this page, so that nothing could be saved here (${reason}). Allow storage for this site, or use a window that is not private.`,
    tryAgain: "Try again",
    notFoundTitle: "There is no such page",
    notFound: "The address is wrong, or the page has moved.",
    adminsOnly: "This page is for administrators.",
    screenFailed: "This page has failed. What waits to be sent is safe.",
    reload: "Reload",
  },
  ja: {
    skip: "本文へ移動",
    main: "メイン",
    bookmarks: "ブックマーク",
    slides: "スライド",
    books: "書籍",
    prices: "価格",
    recommendations: "おすすめサイト",
    operations: "運用",
    waiting: (count: string) => `送信待ち: ${count} 件`,
    morePlaces: "その他",
    unreadNotices: (count: string) => `未読のお知らせ: ${count} 件`,
    settings: "設定",
    loading: "読み込み中…",
    signIn: "サインイン",
    signInAgain: "もう一度サインイン",
    about: "Magpie は、スライド、ブックマーク、書籍、中古品の価格、おすすめサイトをまとめて管理します。",
    sessionEnded:
      "サインインの有効期限が切れました。保存した内容はこの端末に残り、もう一度サインインした後に送信されます。",
    offline: "オフラインです。ブックマーク、スライドの一覧、保存済みの本文は使えます。保存した内容は後で送信されます。",
    deviceFull:
      "この端末の空き容量が足りません。このページを閉じると、変更が失われることがあります。空き容量を増やすか、設定で保存する本文を減らしてから、ページを再読み込みしてください。",
    newVersion: "このページの新しいバージョンがあります。",
    useNewVersion: "今すぐ更新",
    noConfig: "接続先の情報を読み込めませんでした。接続を確認してから、もう一度お試しください。",
    noSignIn:
      "まだサインインできません。ステージの設定に発行者 (issuer) はありますが、コンソールのクライアント (issuer.console) がありません。",
    signInFailed: (reason: string) => `サインインできませんでした: ${reason}`,
    storageFailed: (reason: string) =>
      `ブラウザーがこのページのデータを保存しないため、ここでは何も保存できません (${reason})。このサイトのデータの保存を許可するか、プライベートウィンドウ以外で開いてください。`,
    tryAgain: "再試行",
    notFoundTitle: "ページが見つかりません",
    notFound: "URL が間違っているか、ページが移動した可能性があります。",
    adminsOnly: "このページは管理者専用です。",
    screenFailed: "このページでエラーが発生しました。送信待ちの内容は失われません。",
    reload: "再読み込み",
  },
});
