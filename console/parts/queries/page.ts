export interface Page<T, Position> {
  readonly items: readonly T[];
  /** Where the next page begins; null after the last one. */
  readonly next: Position | null;
  /** The number of items on all pages, where the API tells it. */
  readonly total?: number;
}
