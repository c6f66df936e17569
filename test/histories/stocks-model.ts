import type { HttpAnswer } from "../emulators/http-event.ts";
import type { Dead } from "./actor.ts";
import { DEAD } from "./actor.ts";
import type { Event } from "./possible-states.ts";

/** What a user did. */
export type StockAct =
  | { readonly do: "save"; readonly deck: string; readonly memo: string | null; readonly key: string | null }
  | { readonly do: "change"; readonly deck: string; readonly memo: string | null }
  | { readonly do: "delete" | "refetch" | "read"; readonly deck: string };

/** Parts of an answer that the model predicts. */
type Predicted = Pick<StockState, "memo" | "status"> & { readonly code: number };

interface StockState {
  readonly status: "pending" | "ready" | "failed";
  readonly memo: string | null;
  /** The creation that made the stock. */
  readonly creation: string;
}

interface KeyState {
  readonly content: string;
  readonly creation: string;
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  /** Null until a request with the key was answered. */
  readonly answer: Predicted | null;
}

/** What a user has. A deck or a key that is absent has no entry. */
export interface StocksState {
  readonly stocks: Readonly<Record<string, StockState>>;
  readonly keys: Readonly<Record<string, KeyState>>;
}

export const NO_STOCKS: StocksState = { stocks: {}, keys: {} };

/** Milliseconds for which a key is kept (CONTRACT: 72 hours). */
const KEY_KEPT_MS = 72 * 3_600_000;

/** How an act ended. `during` is when: epoch milliseconds of its start and its end. */
export interface Ended {
  readonly answer: HttpAnswer | Dead;
  readonly during: readonly [number, number];
  /** Whether AWS refused or did not answer a call, so that the answer may be a 5xx. */
  readonly mayFail: boolean;
}

/** The effect of an act and what its answer proves. @param creation identifies this act */
export function stockEvent(act: StockAct, ended: Ended, creation: string): Event<StocksState> {
  const { answer } = ended;
  const isUnknown = answer === DEAD || (answer.status >= 500 && ended.mayFail);
  return (state) => {
    const outcomes = outcomesOf(act, state, ended.during, creation);
    if (isUnknown) return [state, ...outcomes.flatMap(({ after, partly = [] }) => [after, ...partly])];
    return outcomes.filter(({ predicted }) => matches(predicted, answer)).map(({ after }) => after);
  };
}

/** A possible end of an act: the answer and the state after it, and the states that an act that died may leave instead. */
interface Outcome {
  readonly predicted: Partial<Predicted> & Pick<Predicted, "code">;
  readonly after: StocksState;
  readonly partly?: readonly StocksState[];
}

function outcomesOf(act: StockAct, state: StocksState, during: Ended["during"], creation: string): readonly Outcome[] {
  const stock = state.stocks[act.deck];
  if (act.do === "save") return [...new Set(during)].flatMap((now) => saved(act, state, now, creation));
  if (stock === undefined) return [{ predicted: { code: 404 }, after: state }];
  const becomes = (changed: Partial<StockState>) => with_(state, act.deck, { ...stock, ...changed });
  switch (act.do) {
    case "read":
      return [{ predicted: { code: 200, memo: stock.memo, status: stock.status }, after: state }];
    case "change":
      return [{ predicted: { code: 200, memo: act.memo, status: stock.status }, after: becomes({ memo: act.memo }) }];
    case "delete":
      return [{ predicted: { code: 204 }, after: without(state, act.deck) }];
    case "refetch":
      if (stock.status === "pending") return [{ predicted: { code: 409 }, after: state }];
      return [{ predicted: { code: 202, memo: stock.memo, status: "pending" }, after: becomes({ status: "pending" }) }];
  }
}

function saved(
  { deck, memo, key }: Extract<StockAct, { do: "save" }>,
  state: StocksState,
  now: number,
  ours: string,
): readonly Outcome[] {
  if (key === null) {
    const { predicted, after } = created(state, deck, memo, ours);
    return [{ predicted, after }];
  }
  const content = JSON.stringify([deck, memo]);
  const kept = state.keys[key];
  const used = kept !== undefined && now < Math.ceil(kept.requestedAt / 1_000) * 1_000 + KEY_KEPT_MS ? kept : undefined;
  if (used !== undefined && used.content !== content) return [{ predicted: { code: 409 }, after: state }];
  if (used?.answer) return [{ predicted: used.answer, after: state }];
  const record = used ?? { content, creation: ours, requestedAt: now, answer: null };
  const claimed = { ...state, keys: { ...state.keys, [key]: record } };
  const { predicted, after } = created(claimed, deck, memo, record.creation);
  const settled = { ...after, keys: { ...after.keys, [key]: { ...record, answer: predicted } } };
  return [{ predicted, after: settled, partly: [claimed, after] }];
}

function created(state: StocksState, deck: string, memo: string | null, creation: string) {
  const stock = state.stocks[deck];
  if (stock === undefined) {
    const predicted: Predicted = { code: 201, memo, status: "pending" };
    return { predicted, after: with_(state, deck, { status: "pending", memo, creation }) };
  }
  if (stock.creation === creation) return { predicted: { code: 201, memo, status: "pending" } as const, after: state };
  const status = stock.status === "failed" ? "pending" : stock.status;
  const predicted: Predicted = { code: 200, memo: stock.memo, status };
  return { predicted, after: with_(state, deck, { ...stock, status }) };
}

function matches(predicted: Outcome["predicted"], answer: HttpAnswer): boolean {
  const { code, ...fields } = predicted;
  return answer.status === code && Object.entries(fields).every(([name, value]) => answer.body?.[name] === value);
}

const with_ = (state: StocksState, deck: string, stock: StockState): StocksState => ({
  ...state,
  stocks: { ...state.stocks, [deck]: stock },
});

function without(state: StocksState, deck: string): StocksState {
  const { [deck]: _deleted, ...stocks } = state.stocks;
  return { ...state, stocks };
}

/** What a worker or reconcile may do: end what is pending, and process again what failed. What is ready stays ready. */
export const background: Event<StocksState> = (state) =>
  Object.entries(state.stocks).reduce<readonly StocksState[]>(
    (states, [deck, stock]) =>
      stock.status === "ready"
        ? states
        : states.flatMap((one) =>
            (["pending", "ready", "failed"] as const).map((status) => with_(one, deck, { ...stock, status })),
          ),
    [state],
  );

/** What a list shows, which removes the states that differ. */
export function listed(stocks: readonly { canonical_url: string; memo: string | null; status: string }[]) {
  const shown = JSON.stringify(sorted(stocks.map((one) => [one.canonical_url, one.memo, one.status])));
  const event: Event<StocksState> = (state) => {
    const has = Object.entries(state.stocks).map(([deck, { memo, status }]) => [deck, memo, status]);
    return JSON.stringify(sorted(has)) === shown ? [state] : [];
  };
  return event;
}

function sorted(rows: readonly (readonly unknown[])[]) {
  return rows.map((row) => JSON.stringify(row)).sort();
}
