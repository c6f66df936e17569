/** Memoises what `build` gives; a build that threw is forgotten, so that the next call tries again. */
export function lazy<T>(build: () => T): () => T {
  let built: { value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}
