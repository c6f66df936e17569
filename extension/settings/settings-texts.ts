import { texts } from "../../console/language/language.ts";

/** The texts of the extension's own page. */
export const settingsTexts = texts({
  title: ["Magpie in this browser", "このブラウザーの Magpie"],
  intro: [
    "Save pages from this browser to your own Magpie. Enter its address once.",
    "このブラウザーから、お使いの Magpie にページを保存します。最初に URL を設定してください。",
  ],
  address: ["Your Magpie's address", "Magpie の URL"],
  addressHint: [
    "As in the address bar of its console, e.g. https://alice.example. The browser then asks whether the extension may reach this site only.",
    "コンソールのアドレスバーにある URL です (例: https://alice.example)。このサイトだけへの接続の許可を、ブラウザーが確認します。",
  ],
  connect: ["Connect", "接続"],
  connecting: ["Asking…", "確認しています…"],
  noAddress: [
    "Enter the address of your Magpie: https://, or http:// for a Magpie on this machine.",
    "Magpie の URL を https:// から入力してください (このコンピューターの Magpie は http://)。",
  ],
  notAllowed: [
    "Without this permission the extension can't find your Magpie. Press Connect again, and allow it.",
    "この許可がないと、Magpie を見つけられません。もう一度「接続」を押して、許可してください。",
  ],
  unreachable: [
    "Nothing answers there. Check the address and the network, then try again.",
    "応答がありません。URL とネットワークを確認してから、もう一度お試しください。",
  ],
  noMagpie: [
    "There is no Magpie at this address. Copy its console's address.",
    "この URL に Magpie はありません。コンソールの URL をコピーしてください。",
  ],
  noClient: [
    "This Magpie has no sign-in for the extension: it is an older version, or its issuer has no client for the extension (setting issuer.extension).",
    "この Magpie では、拡張機能からサインインできません。バージョンが古いか、発行者 (issuer) に拡張機能のクライアント (issuer.extension) がありません。",
  ],
  connected: (site: string) => [`This browser saves to ${site}.`, `保存先: ${site}`],
  signedOut: ["Nobody is signed in.", "サインインしていません。"],
  signedIn: (name: string) => [`${name} is signed in.`, `${name} としてサインインしています。`],
  signingIn: ["Sign in in the window that has opened.", "開いたウィンドウでサインインしてください。"],
  signInFailed: (reason: string) => [`Nobody is signed in: ${reason}`, `サインインできませんでした: ${reason}`],
  signInHere: [
    "To sign in to a Magpie on this machine, first open in this browser the address of its console that npm start has printed.",
    "このコンピューターの Magpie にサインインする前に、npm start が表示したコンソールの URL をこのブラウザーで一度開いてください。",
  ],
  signOut: ["Sign out", "サインアウト"],
  signedOutNow: [
    "Signed out. Unsent changes stay here until you sign in again.",
    "サインアウトしました。送信待ちの内容は、もう一度サインインするまでここに残ります。",
  ],
  other: ["Use another Magpie", "別の Magpie を使う"],
  howTitle: ["How to save", "保存の方法"],
  howButton: [
    "Click Magpie's button in the toolbar, or press its shortcut, to see whether a page is saved, and to save it.",
    "ツールバーの Magpie のボタンかショートカットで、ページが保存済みかどうかを確認し、保存できます。",
  ],
  howMenu: [
    "The context menu saves a page, a link, or a page with the selected text as a note.",
    "右クリックのメニューから、ページ、リンク、選択した文章をメモにしたページを保存できます。",
  ],
  howShortcut: (keys: string) => [
    `Shortcut that saves the page right away: ${keys}`,
    `ページをすぐに保存するショートカット: ${keys}`,
  ],
  howButtonShortcut: (keys: string) => [
    `Shortcut that opens the button's window: ${keys}`,
    `ボタンの画面を開くショートカット: ${keys}`,
  ],
  asSeenTitle: ["As I see it", "表示どおりに保存"],
  asSeenText: [
    "Normally Magpie fetches a page by its address, without your login. With “As I see it”, this browser sends the page as it is shown, after its scripts and behind a login. What you type or choose in its fields is never sent.",
    "Magpie は通常、ページを URL からログインせずに取得します。表示どおりに保存すると、ログイン後のページも、いま見えている内容がこのブラウザーから送られます。入力欄の内容は送られません。",
  ],
  asSeenHosts: ["Always for these sites, one on a line", "常に表示どおりに保存するサイト (1 行に 1 つ)"],
  kept: ["Saved.", "保存しました。"],
  failedTitle: ["Not saved", "保存できなかったページ"],
  waiting: (count: number) => [`Waiting to be sent: ${count}`, `送信待ち: ${count} 件`],
});
