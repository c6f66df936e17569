import type { ComponentChildren, ComponentProps } from "preact";
import { Paged } from "./paged.tsx";

/** The pages of a list of articles. */
export function PagedList<T>({
  label,
  look = "",
  children,
  ...paged
}: Omit<ComponentProps<typeof Paged<T>>, "children"> & {
  /** Names the list. */
  readonly label: string;
  /** A class of the list. */
  readonly look?: string;
  /** Renders the article of an item. */
  readonly children: (item: T) => ComponentChildren;
}) {
  return (
    <Paged {...paged}>
      {(items) => (
        <ul class={`items ${look}`} aria-label={label}>
          {items.map((item) => (
            <li key={paged.pages.keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
    </Paged>
  );
}
