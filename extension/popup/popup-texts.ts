import { texts } from "../../console/language/language.ts";

/** The texts of the window below the extension's button. */
export const popupTexts = texts({
  settings: ["Settings", "設定"],
  notSetUp: [
    "Enter your Magpie's address once. Pages are saved there and nowhere else.",
    "最初に、お使いの Magpie の URL を設定してください。ページはその Magpie だけに保存されます。",
  ],
  setUp: ["Set up", "設定"],
  signedOut: (site: string) => [`Nobody is signed in at ${site}.`, `${site} にサインインしていません。`],
  signIn: ["Sign in", "サインイン"],
  ended: [
    "Your session has ended. What you save is kept in this browser and sent after you sign in again.",
    "サインインの有効期限が切れました。保存した内容はこのブラウザーに残り、もう一度サインインした後に送信されます。",
  ],
  signInAgain: ["Sign in again", "もう一度サインイン"],
  notWeb: [
    "This page can't be saved. Magpie saves pages whose address begins with https:// or http://.",
    "このページは保存できません。保存できるのは、URL が https:// または http:// で始まるページです。",
  ],
  storageFailed: (reason: string) => [
    `This browser stores no data for Magpie, so nothing could be saved (${reason}). Allow extensions to store data, then open this window again.`,
    `ブラウザーが Magpie のデータを保存しないため、何も保存できません (${reason})。拡張機能のデータの保存を許可してから、もう一度開いてください。`,
  ],
  form: ["Save this page", "このページを保存"],
  asSeen: ["As I see it, even behind a login", "表示どおりに保存 (ログイン後のページも)"],
  sendPage: ["Keep the text as I see it", "表示どおりの本文を残す"],
  pageSent: ["Kept. The text is replaced in a moment.", "受け付けました。まもなく本文が置き換わります。"],
  notSent: {
    too_large: [
      "The page is too large to be kept as you see it: Magpie fetches it instead.",
      "ページが大きすぎるため、表示どおりには残せません。Magpie が取得します。",
    ],
    unreadable: [
      "The browser does not let extensions read this page: Magpie fetches it instead.",
      "このページは拡張機能から読み取れません。Magpie が取得します。",
    ],
    no_space: [
      "This browser has no space for the page as you see it: Magpie fetches it instead.",
      "ブラウザーに空きがないため、表示どおりには残せません。Magpie が取得します。",
    ],
  },
  notKnownYet: [
    "Magpie is still loading what you have saved. This page may be among it.",
    "保存済みの内容を読み込んでいます。このページもすでに保存されているかもしれません。",
  ],
  lookFailed: [
    "Magpie can't be reached. This is what it knew at the last connection.",
    "Magpie に接続できません。保存済みかどうかは、前回読み込んだ内容で表示しています。",
  ],
  saving: ["Saving…", "保存しています…"],
  savedNow: ["Saved.", "保存しました。"],
  savedAlready: ["Already saved.", "保存済みです。"],
  keptOffline: [
    "Kept in this browser. It is sent as soon as Magpie can be reached.",
    "このブラウザーに保存しました。Magpie に接続できると送信されます。",
  ],
  notSaved: ["This page was not saved.", "このページを保存できませんでした。"],
  open: ["Open in Magpie", "Magpie で開く"],
  othersWait: (count: number) => [`Others waiting to be sent: ${count}`, `ほかの送信待ち: ${count} 件`],
  othersFailed: (count: number) => [
    `Others not saved: ${count}. See Settings for the reasons.`,
    `ほかに保存できなかったページ: ${count} 件。理由は設定で確認できます。`,
  ],
});
