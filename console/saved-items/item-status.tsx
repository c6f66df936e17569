import type { Tone } from "../parts/status-chip.tsx";
import { StatusChip } from "../parts/status-chip.tsx";
import type { ItemStatus as Status } from "./list-query.ts";

/** Null: there is nothing to tell. */
const TONES: Readonly<Record<Status, Tone | null>> = {
  saving: "plain",
  processing: "plain",
  retrying: "warn",
  done: null,
  pending: "warn",
  ready: null,
  failed: "bad",
};

/** The state of an item, as text; that all is there is for screen readers only. */
export function ItemStatus({ status, text }: { readonly status: Status; readonly text: string }) {
  const tone = TONES[status];
  return tone === null ? <span class="visually-hidden">{text}</span> : <StatusChip text={text} tone={tone} />;
}
