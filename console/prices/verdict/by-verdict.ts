import type { Product } from "../../../client/index.ts";

const KINDS = ["good", "usual", "dear", "unknown"] as const;

/** Products by how good their cheapest offers are to buy; those of which nothing is on sale come last. */
export function byVerdict(products: readonly Product[]): readonly Product[] {
  return products.toSorted(
    (one, other) => place(one) - place(other) || (one.verdict?.percent ?? 0) - (other.verdict?.percent ?? 0),
  );
}

function place({ verdict }: Product): number {
  return verdict === null ? KINDS.length : KINDS.indexOf(verdict.kind);
}
