/**
 * The version of the console: the hash in the name of its first script, which names all others, so that it differs when
 * one of them does.
 *
 * @returns null for an address without one
 */
export function versionOf(script: string): string | null {
  return /-([A-Za-z0-9]+)\.js$/.exec(script)?.[1] ?? null;
}
