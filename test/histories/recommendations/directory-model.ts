import type { HttpAnswer } from "../../emulators/http-event.ts";
import type { Dead } from "../actor.ts";
import { DEAD } from "../actor.ts";
import type { Event } from "../possible-states.ts";
import type { Recommendations, Recommended } from "./state.ts";
import { ownerOf, sorted, withKey, withoutKey, withoutSite, withSite } from "./state.ts";
import type { Act } from "./steps.ts";

/** Milliseconds for which a key is kept: 72 hours. */
const KEY_KEPT_MS = 72 * 3_600_000;

/** How an act on a recommendation ended. */
export interface EndedAct {
  /** The id of the recommendation that the act is about, or that it creates. */
  readonly id: string;
  readonly answer: HttpAnswer | Dead;
  /** The times at which it may have happened, epoch milliseconds. */
  readonly moments: readonly number[];
  /** Whether a call had a fault. */
  readonly isFaulty: boolean;
  /** The creations of the same step with the same key. */
  readonly rivals: readonly { readonly id: string; readonly isEqual: boolean }[];
}

/** An answer as the model predicts it: its status, and fields of the recommendation or problem in its body. */
type Predicted = { readonly status: number } & Partial<Recommended> & {
    readonly id?: string;
    readonly recommendation_id?: string;
  };

/** A possible end of an act: the answer and the state after it, and the states that an act that died may leave instead. */
interface Outcome {
  readonly predicted: Predicted;
  readonly after: Recommendations;
  readonly partly?: readonly Recommendations[];
}

/** The effect of an act, and what its answer proves. */
export function actEvent(act: Act, ended: EndedAct): Event<Recommendations> {
  const { answer, isFaulty } = ended;
  const isUnknown = answer === DEAD || (answer.status >= 500 && isFaulty);
  return (state) => {
    const outcomes = outcomesOf(act, state, ended);
    if (isUnknown) return [state, ...outcomes.flatMap(({ after, partly = [] }) => [after, ...partly])];
    return outcomes.filter(({ predicted }) => isPredicted(predicted, answer)).map(({ after }) => after);
  };
}

function isPredicted({ status, ...fields }: Predicted, answer: HttpAnswer): boolean {
  if (answer.status !== status) return false;
  const shown = answer.body?.recommendations?.[0] ?? answer.body ?? {};
  return Object.entries(fields).every(([name, value]) => shown[name] === value);
}

/** Whether a request was answered as an earlier one with its key. */
export function isReplay(answer: HttpAnswer | Dead): boolean {
  return answer !== DEAD && answer.headers["idempotency-replayed"] !== undefined;
}

function outcomesOf(act: Act, state: Recommendations, ended: EndedAct): readonly Outcome[] {
  const { id } = ended;
  const site = state.sites[id];
  const only = (status: number): readonly Outcome[] => [{ predicted: { status }, after: state }];
  switch (act.do) {
    case "create":
      return [...new Set(ended.moments)].flatMap((now) => [
        ...created(act, state, now, ended),
        ...createdForRival(act, state, ended),
      ]);
    case "block":
      return [{ predicted: { status: 201 }, after: { ...state, blocked: sorted([...state.blocked, act.host]) } }];
    case "unblock":
      // A repeated call does not know whether its first attempt has deleted what is missing.
      if (!state.blocked.includes(act.host)) return [404, ...(ended.isFaulty ? [204] : [])].flatMap(only);
      return [
        { predicted: { status: 204 }, after: { ...state, blocked: state.blocked.filter((one) => one !== act.host) } },
      ];
    case "mention":
      return only(202);
    case "hide":
    case "show":
      // Whether there is a mention is not in the model.
      return [200, 404].flatMap(only);
    case "read":
      return only(200);
    case "click":
      // What is not in the list may have an item: its creation or its removal was interrupted. A repeated request has the
      // answer to the first one.
      return site === undefined ? [404, 204].flatMap(only) : only(204);
    default:
      if (site === undefined) return only(404);
  }
  switch (act.do) {
    case "rename":
      return [
        { predicted: { status: 200, title: act.title }, after: withSite(state, id, { ...site, title: act.title }) },
      ];
    case "move": {
      const owner = ownerOf(state, act.url);
      if (owner !== null && owner !== id)
        return [{ predicted: { status: 400, recommendation_id: owner }, after: state }];
      return [{ predicted: { status: 200, url: act.url }, after: withSite(state, id, { ...site, url: act.url }) }];
    }
    case "delete":
      return [{ predicted: { status: 204 }, after: withoutSite(state, id) }];
    case "announce":
      return only(202);
  }
}

function created(
  { url, title, key }: Extract<Act, { do: "create" }>,
  state: Recommendations,
  now: number,
  { id: ours, isFaulty }: EndedAct,
): readonly Outcome[] {
  if (key === null) return [completed(state, ours, { url, title })];
  const content = JSON.stringify([url, title]);
  const kept = state.keys[key];
  const used = kept !== undefined && now < Math.ceil(kept.requestedAt / 1_000) * 1_000 + KEY_KEPT_MS ? kept : undefined;
  if (used !== undefined && used.content !== content) return [{ predicted: { status: 409 }, after: state }];
  if (used?.isAnswered) return [{ predicted: { status: 201, id: used.id, url, title }, after: state }];
  const record = used ?? { content, id: ours, requestedAt: now, isAnswered: false };
  const claimed = withKey(state, key, record);
  const { predicted, after } = completed(claimed, record.id, { url, title });
  // A rejection leaves the key unused, unless its release fails.
  if (predicted.status !== 201) {
    const released = withoutKey(after, key);
    return [released, ...(isFaulty ? [claimed] : [])].map((left) => ({ predicted, after: left, partly: [claimed] }));
  }
  return [{ predicted, after: withKey(after, key, { ...record, isAnswered: true }), partly: [claimed, after] }];
}

/**
 * A rival that is rejected leaves the key unused in the end, and has used it before. Who finds that an equal rival has just
 * removed what both made is asked to send the request again.
 */
function createdForRival(
  { url, title }: Extract<Act, { do: "create" }>,
  state: Recommendations,
  { rivals }: EndedAct,
): readonly Outcome[] {
  return rivals.flatMap(({ id, isEqual }): readonly Outcome[] => {
    if (!isEqual) return [{ predicted: { status: 409 }, after: state }];
    const outcome = completed(state, id, { url, title });
    return outcome.predicted.status === 201 ? [outcome] : [outcome, { predicted: { status: 503 }, after: state }];
  });
}

function completed(state: Recommendations, id: string, site: Recommended): Outcome {
  const predicted = { status: 201, id, ...site };
  if (state.made.includes(id)) return { predicted, after: state };
  const owner = ownerOf(state, site.url);
  if (owner !== null) return { predicted: { status: 400, recommendation_id: owner }, after: state };
  return { predicted, after: { ...withSite(state, id, site), made: sorted([...state.made, id]) } };
}
