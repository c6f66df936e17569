/** Enough for a window, few enough to be rendered at once. */
const SHOWN = Array.from({ length: 12 }, (_, index) => index);

/** What stands for a list, or for the lines of a text, while it is read for the first time; a status says so in words. */
export function Skeleton({ view }: { readonly view: "rows" | "cards" | "covers" | "articles" | "lines" }) {
  return (
    <ul class={`items ${view} skeleton`} aria-hidden="true">
      {SHOWN.map((index) => (
        <li key={index} />
      ))}
    </ul>
  );
}
