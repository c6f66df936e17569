import { texts } from "../../language/language.ts";

/** The texts about other sites that recommend or mention the owner's, and about blocked hosts. */
export const mentionTexts = texts({
  incomingList: ["Sites that recommend yours", "あなたのサイトをおすすめしているサイト"],
  noIncoming: [
    "No site recommends yours yet. When one sends a Webmention, it appears here once verified.",
    "あなたのサイトをおすすめしているサイトはまだありません。おすすめしてくれたサイトから Webmention が届き、確認が済むとここに表示されます。",
  ],
  recommendingBack: ["You recommend this site too", "あなたもおすすめしています"],
  recommendBack: ["Recommend back", "こちらもおすすめする"],
  block: ["Block", "ブロック"],
  blockTitle: (host: string) => [`Block ${host}?`, `${host} をブロックしますか?`],
  blockText: (host: string) => [
    `${host} and its subdomains disappear from every list, and new mentions are dropped. You can unblock the host later.`,
    `${host} とそのサブドメインからのメンションは、すべての一覧から消えます。今後届くメンションは破棄されます。ブロックは後で解除できます。`,
  ],
  blocked: (host: string) => [`Blocked: ${host}`, `${host} をブロックしました。`],
  noMentions: [
    "No Webmentions yet. Pages that link to yours and send one appear here.",
    "ほかのサイトからの Webmention はまだ届いていません。あなたのサイトにリンクし、Webmention を送ったページが、ここに表示されます。",
  ],
  noMentionsOfKind: ["No mentions of this kind.", "該当するメンションはありません。"],
  kind: ["Kind", "種類"],
  moderation: ["Moderation", "表示設定"],
  moderated: {
    no: ["Not hidden", "表示中"],
    yes: ["Hidden", "非表示"],
  },
  hide: ["Hide", "非表示にする"],
  show: ["Show again", "再表示"],
  nowHidden: (title: string) => [
    `Hidden: ${title}. It stays hidden even if it is sent again.`,
    `「${title}」を非表示にしました。再送されても非表示のままです。`,
  ],
  nowShown: (title: string) => [
    `Shown again: ${title}. Its link is being verified.`,
    `「${title}」を再表示しました。リンクを確認しています。`,
  ],
  kinds: {
    recommendation: ["Recommendation", "おすすめ"],
    page: ["Page", "ページ"],
  },
  statuses: {
    new: ["Not verified yet", "未確認"],
    verified: ["Verified", "確認済み"],
    gone: ["Link removed", "リンクなし"],
  },
  target: ["Links to", "リンク先"],
  firstSeen: (when: string) => [`First seen: ${when}`, `初回検出: ${when}`],
  lastVerified: (when: string) => [`Last verified: ${when}`, `最終確認: ${when}`],
  noHosts: ["No host is blocked.", "ブロック中のホストはありません。"],
  host: ["Host", "ホスト"],
  hostHint: [
    "A host and its subdomains, such as spam.example, or an IP address",
    "ホストとそのサブドメイン (例: spam.example)、または IP アドレス",
  ],
  hostMissing: ["Type a host such as spam.example.", "spam.example のようなホスト名を入力してください。"],
  blockedSince: (when: string) => [`Blocked ${when}`, `ブロック: ${when}`],
  unblock: ["Unblock", "ブロック解除"],
  unblocked: (host: string) => [
    `Unblocked: ${host}. Its mentions are accepted again.`,
    `${host} のブロックを解除しました。メンションを再び受け付けます。`,
  ],
});
