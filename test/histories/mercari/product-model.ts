import type { HttpAnswer } from "../../emulators/http-event.ts";
import type { Dead } from "../actor.ts";
import { DEAD } from "../actor.ts";
import type { Event } from "../possible-states.ts";

/** The settings of a product that a history changes. Prices in yen. */
export interface ProductSettings {
  readonly search: "all" | "two";
  readonly max: number | null;
  readonly enabled: boolean;
  readonly below: number | null;
  readonly newLowest: boolean;
}

/** What an administrator did. `create` has one idempotency key for each product. */
export type ProductAct =
  | { readonly do: "create" | "delete" | "crawl" | "read" }
  | { readonly do: "change"; readonly change: Partial<ProductSettings> };

/** The product of one creation. */
export interface ProductState {
  /** Its settings while it exists. */
  readonly product: ProductSettings | "never" | "deleted";
  /** Whether the answer to the creation is stored: then no request with its key creates the product again. */
  readonly isAnswered: boolean;
}

export const NO_PRODUCT: ProductState = { product: "never", isAnswered: false };

/** How an act ended, and what else happened in its step. */
export interface EndedAct {
  readonly answer: HttpAnswer | Dead;
  /** The product in the answer; null without one. */
  readonly shown: ProductSettings | null;
  /** The settings that a new product gets. */
  readonly initial: ProductSettings;
  /** Whether AWS refused or did not answer a call, so that the answer may be a 5xx. */
  readonly mayFail: boolean;
  /** Whether the request could not name the product, since nobody knew its id. */
  readonly isUnknown: boolean;
  /** Whether a repeated deletion may find that another invocation has removed the last item of the product. */
  readonly mayBeGone: boolean;
  /** Whether a repeated change may find that another request has deleted the product after the change. */
  readonly mayBeDeleted: boolean;
  /** What other requests may have changed between a change and its repetition, which answers with the product as it is then. */
  readonly meanwhile: readonly Partial<ProductSettings>[];
}

interface Outcome {
  readonly code: number;
  readonly after: ProductState;
  /** The product that the answer shows. */
  readonly shows?: ProductSettings;
}

/** The effect of an act on its product, and what its answer proves. */
export function productEvent(act: ProductAct, ended: EndedAct): Event<ProductState> {
  const { answer, shown, mayFail } = ended;
  return (state) => {
    const outcomes = outcomesOf(act, state, ended);
    if (answer === DEAD || (answer.status >= 500 && mayFail)) {
      const afterwards = outcomes.map(({ after }) => after);
      return [state, ...afterwards, ...afterwards.map((after) => ({ ...after, isAnswered: state.isAnswered }))];
    }
    return outcomes
      .filter(({ code, shows }) => code === answer.status && isSame(shows ?? null, shown))
      .map(({ after }) => after);
  };
}

function outcomesOf(act: ProductAct, state: ProductState, ended: EndedAct): readonly Outcome[] {
  const { product, isAnswered } = state;
  if (act.do === "create") return creations(state, ended.initial);
  if (ended.isUnknown || typeof product === "string") return [{ code: 404, after: state }];
  switch (act.do) {
    case "change": {
      const changed = { ...product, ...act.change };
      const after = { ...state, product: changed };
      const repeated = ended.meanwhile.map((others) => ({ ...product, ...others, ...act.change }));
      return [
        ...[changed, ...repeated].map((shows) => ({ code: 200, after, shows })),
        ...(ended.mayBeDeleted ? [{ code: 404, after }] : []),
      ];
    }
    case "delete": {
      const after: ProductState = { product: "deleted", isAnswered };
      return [{ code: 204, after }, ...(ended.mayBeGone ? [{ code: 404, after }] : [])];
    }
    case "crawl":
      return [{ code: 200, after: state }];
    case "read":
      return [{ code: 200, after: state, shows: product }];
  }
}

/**
 * A replay has the first answer, whatever has become of the product. A creation whose answer was not stored may create a
 * deleted product again (docs/decisions/0002-derived-ids-and-idempotency-keys.md).
 */
function creations({ product, isAnswered }: ProductState, initial: ProductSettings): readonly Outcome[] {
  const replay: Outcome = { code: 201, after: { product, isAnswered: true }, shows: initial };
  const creation: Outcome = { code: 201, after: { product: initial, isAnswered: true }, shows: initial };
  if (product === "never") return [creation];
  return product === "deleted" && !isAnswered ? [replay, creation] : [replay];
}

/** What a read shows, which removes the states that differ. */
export function seen(shown: ProductSettings | null): Event<ProductState> {
  return (state) => (isSame(typeof state.product === "string" ? null : state.product, shown) ? [state] : []);
}

function isSame(one: ProductSettings | null, other: ProductSettings | null): boolean {
  if (one === null || other === null) return one === other;
  return (Object.keys(one) as (keyof ProductSettings)[]).every((field) => one[field] === other[field]);
}
