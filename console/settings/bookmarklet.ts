/**
 * The code of the bookmarklet: on any page it opens the console's form with the page's address, its title and the selected
 * text, in a small window that the form can close.
 *
 * @param origin the console's, e.g. `https://magpie.example`
 */
export function bookmarklet(origin: string): string {
  const form = JSON.stringify(`${origin}/app/share?from=bookmarklet`);
  const parameter = (name: string, value: string) => `+"&${name}="+encodeURIComponent(${value})`;
  const address = [
    form,
    parameter("url", "location.href"),
    parameter("title", "document.title"),
    parameter("text", "String(getSelection())"),
  ].join("");
  return `javascript:void open(${address},"_blank","width=520,height=700")`;
}
