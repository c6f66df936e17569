/** How many things wait for a person, at the corner of what leads to them: it takes no space, so that nothing moves. */
export function Badge({ count }: { readonly count: string }) {
  return (
    <span class="badge" aria-hidden="true">
      {count}
    </span>
  );
}
