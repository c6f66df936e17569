import type { NoticeKindOf } from "../notice-kind.ts";

interface AlarmData {
  /** The alarm's name, with the stage. */
  readonly alarm: string;
  /** What users notice, in the words of the catalogue. */
  readonly impact: string;
  /** Why it fires, in CloudWatch's words. */
  readonly reason: string;
  /** The link to its section of the runbook. */
  readonly runbook: string | null;
}

/** An urgent alarm that has fired. */
export const alarm: NoticeKindOf<AlarmData> = {
  kind: "alarm",
  seenBy: "administrators",
  // Alarms are mailed by their topic.
  channels: ["webhook"],
  // An urgent alarm waits for no digest: there are only a few, which ring at most once an hour or a quarter of one.
  digest: null,
  link: ({ runbook }) => ({ url: runbook, screen: "/app/operations/alarms" }),
  words: {
    en: { title: (data) => `Urgent alarm: ${data.alarm}`, lines: ({ impact, reason }) => [impact, reason] },
    ja: { title: (data) => `緊急アラーム: ${data.alarm}`, lines: ({ impact, reason }) => [impact, reason] },
  },
};
