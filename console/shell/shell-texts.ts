import { texts } from "../language/language.ts";

/** The texts of the frame and of what the screens stand on. */
export const shellTexts = texts({
  skip: ["Skip to the content", "本文へ移動"],
  main: ["Main", "メイン"],
  bookmarks: ["Bookmarks", "ブックマーク"],
  slides: ["Slides", "スライド"],
  books: ["Books", "書籍"],
  prices: ["Prices", "価格"],
  recommendations: ["Recommendations", "おすすめサイト"],
  notices: ["Notices", "お知らせ"],
  operations: ["Operations", "運用"],
  waiting: (count: string) => [`Waiting: ${count}`, `送信待ち: ${count} 件`],
  morePlaces: ["More", "その他"],
  unreadNotices: (count: string) => [`Unread notices: ${count}`, `未読のお知らせ: ${count} 件`],
  settings: ["Settings", "設定"],
  signIn: ["Sign in", "サインイン"],
  signInAgain: ["Sign in again", "もう一度サインイン"],
  about: [
    "Magpie keeps slide decks, bookmarks, books, second-hand prices and recommended sites.",
    "Magpie は、スライド、ブックマーク、書籍、中古品の価格、おすすめサイトをまとめて管理します。",
  ],
  sessionEnded: [
    "Your session has ended. What you save is kept on this device and sent after you sign in again.",
    "サインインの有効期限が切れました。保存した内容はこの端末に残り、サインイン後に送信されます。",
  ],
  offline: [
    "Offline. Bookmarks, the list of slides and kept texts are available; what you save is sent later.",
    "オフラインです。ブックマーク、スライドの一覧、保存済みの本文は使えます。保存した内容は後で送信されます。",
  ],
  deviceFull: [
    "There is no space left on this device: your changes may be lost when this page is closed. Free some space, or keep fewer texts (see Settings), then reload the page.",
    "この端末の空き容量が足りません。このページを閉じると、変更が失われることがあります。空き容量を増やすか、設定で保存する本文を減らしてから、ページを再読み込みしてください。",
  ],
  newVersion: ["A new version of this page is available.", "このページの新しいバージョンがあります。"],
  useNewVersion: ["Use it now", "今すぐ更新"],
  noConfig: [
    "The addresses of this Magpie could not be loaded. Check the connection, then try again.",
    "接続先の情報を読み込めませんでした。接続を確認してから、もう一度お試しください。",
  ],
  noSignIn: [
    "Nobody can sign in here yet: the stage's settings name an issuer, but not the console's client there (setting issuer.console).",
    "まだサインインできません。ステージの設定に発行者 (issuer) はありますが、コンソールのクライアント (issuer.console) がありません。",
  ],
  signInFailed: (reason: string) => [`Sign-in failed: ${reason}`, `サインインできませんでした: ${reason}`],
  storageFailed: (reason: string) => [
    `This browser stores no data for this page, so nothing could be saved (${reason}). Allow storage for this site, or use a window that is not private.`,
    `ブラウザーがこのページのデータを保存しないため、ここでは何も保存できません (${reason})。このサイトのデータの保存を許可するか、プライベートウィンドウ以外で開いてください。`,
  ],
  notFoundTitle: ["Page not found", "ページが見つかりません"],
  notFound: [
    "The address is wrong, or the page has moved.",
    "URL が間違っているか、ページが移動した可能性があります。",
  ],
  adminsOnly: ["This page is for administrators.", "このページは管理者専用です。"],
  screenFailed: [
    "Something went wrong on this page. Unsent changes are safe.",
    "このページでエラーが発生しました。送信待ちの内容は失われません。",
  ],
  reload: ["Reload", "再読み込み"],
});
