import { beginning, singleLine } from "../../plain-text.ts";
import type { NoticeKindOf } from "../notice-kind.ts";

interface MentionData {
  readonly host: string;
  readonly url: string;
  /** What the site says of itself. */
  readonly name: string | null;
  readonly excerpt: string | null;
  /** Whether we recommend it. */
  readonly recommended: boolean;
}

/** In code points: leaves room for the host. */
const MAX_NAME = 100;

function nameOf({ host, name }: MentionData): string {
  const own = beginning(singleLine(name ?? ""), MAX_NAME) || host;
  return own === host ? host : `${own} (${host})`;
}

/** A site that has begun to recommend ours. */
export const mention: NoticeKindOf<MentionData> = {
  kind: "mention",
  seenBy: "everybody",
  channels: ["mail", "webhook"],
  digest: { en: "new recommendations", ja: "受信したおすすめ" },
  mailHint: {
    en: '"npm run -s magpie -- mention ls" lists what mentions you, "magpie -- mention block <host>" blocks a host.',
    ja: "メンションの一覧は「npm run -s magpie -- mention ls」、ホストのブロックは「magpie -- mention block <host>」です。",
  },
  link: ({ url }) => ({ url, screen: "/app/recommendations/incoming" }),
  words: {
    en: {
      title: (data) => `👍 New recommendation: ${nameOf(data)}`,
      lines: ({ excerpt, recommended }) => [
        excerpt ?? "",
        recommended ? "You recommend it, too." : "You do not recommend it yet.",
      ],
    },
    ja: {
      title: (data) => `👍 受信したおすすめ: ${nameOf(data)}`,
      lines: ({ excerpt, recommended }) => [
        excerpt ?? "",
        recommended
          ? "このサイトはこちらからもおすすめしています。"
          : "このサイトはまだこちらからおすすめしていません。",
      ],
    },
  },
};
