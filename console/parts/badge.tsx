/**
 * How many items wait for a person, beside the name of the link to them: it takes no space, so that nothing moves.
 *
 * @param props.words what they are, for screen readers, e.g. `unread`; without words a description of what
 *   leads to them tells it
 */
export function Badge({ count, words }: { readonly count: string; readonly words?: string }) {
  return (
    <span class="badge" aria-hidden={words === undefined}>
      {count}
      {words !== undefined && <span class="visually-hidden"> {words}</span>}
    </span>
  );
}
