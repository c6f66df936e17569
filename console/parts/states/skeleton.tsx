/** Enough for a window, few enough to be rendered at once. */
const SHOWN = Array.from({ length: 12 }, (_, index) => index);

/** The shapes of what comes: the classes of a list, which a further one may change. */
export type SkeletonView =
  | "rows"
  | "rows decks"
  | "rows names"
  | "cards"
  | "covers"
  | "articles"
  | "articles products"
  | "articles sections"
  | "lines"
  | "lines reader"
  | "stage";

/** A placeholder for a list, a text or an item while it is read for the first time; a status says so in words. */
export function Skeleton({ view }: { readonly view: SkeletonView }) {
  return (
    <ul class={`items ${view} skeleton`} aria-hidden="true">
      {SHOWN.map((index) => (
        <li key={index} />
      ))}
    </ul>
  );
}
