/**
 * The version of the console, e.g. `1.0.0 (4XK2A)`: its release, which the page names, and its build, the hash in the name of
 * the page's first script, which names all others, so that it differs when one of them does.
 *
 * @returns null for a page that has neither; what is missing is left out
 */
export function versionOf(page: ParentNode): string | null {
  const release = page.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? null;
  const [, build] = /-([A-Za-z0-9]+)\.js$/.exec(page.querySelector<HTMLScriptElement>("script[src]")?.src ?? "") ?? [];
  return build === undefined ? release : `${release ?? ""} (${build})`.trim();
}
