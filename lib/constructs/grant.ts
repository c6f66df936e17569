export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** The conditions of the grant, as in a policy: operator, key, value. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}
