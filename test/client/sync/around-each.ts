/** A storage of which each operation by one of these methods is done by `operate`. */
export function aroundEach<T extends object>(
  storage: T,
  methods: readonly (keyof T)[],
  operate: (work: () => Promise<unknown>) => Promise<unknown>,
): T {
  const wrapped = { ...storage };
  for (const name of methods) {
    const method = storage[name] as (...args: unknown[]) => Promise<unknown>;
    wrapped[name] = ((...args: unknown[]) => operate(() => method(...args))) as T[keyof T];
  }
  return wrapped;
}
