/** What the build has written into a page under a name. */
export function metaOf(page: ParentNode, name: string): string | undefined {
  return page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
