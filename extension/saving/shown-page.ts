/*
 * This function runs in the page. The browser takes its text only, so that everything it needs is inside of it.
 */

/**
 * The page as the browser shows it, as HTML: after its scripts, with what open shadow roots show as declarative ones.
 *
 * Fields of forms are left out whole, and with them whatever was typed, chosen or set in them: `input`, `textarea`, `select`,
 * `output`, what has the role of a field, and what can be edited within a form. So are attributes in which pages repeat it,
 * and descriptions of the page by names that are not known, some of which are secrets of the session. Scripts, styles, frames,
 * canvases, media and comments are left out, too.
 *
 * @param most code units after which it ends without a result
 * @returns null for a page that is larger
 */
export function shownPage(most: number): string | null {
  const LEFT_OUT = new Set(
    (
      "applet audio base canvas datalist embed frame frameset iframe input keygen link meta meter noembed noframes noscript " +
      "object optgroup option output progress script select source style svg template textarea title track video"
    ).split(" "),
  );
  /** Their content is no markup to a parser, or never ends. */
  const PREFORMATTED = new Set("listing plaintext pre xmp".split(" "));
  const VOID = new Set("area br col hr img wbr".split(" "));
  const FIELD_ROLES = new Set("combobox listbox option searchbox slider spinbutton textbox".split(" "));
  const LEFT_OUT_ATTRIBUTES =
    /^(?:on.*|data-.*|aria-value.*|aria-placeholder|value|checked|selected|placeholder|srcset|sizes|srcdoc|nonce|integrity|action|formaction|ping|autofocus|is)$/;
  const NAMES = /^[a-z][\w.-]*$/i;
  const DESCRIBING =
    /^(?:og|article|book|profile|twitter|dc|dcterms|citation|parsely)[.:_-]|^(?:author|copyright|date|description|keywords|language|application-name|(?:name|headline|image|datePublished))$/i;
  const LINKED = /(?:^|\s)(?:canonical|icon|apple-touch-icon(?:-precomposed)?)(?:\s|$)/i;
  /** Deeper elements are left out: a page that nests that deep shows nothing there. */
  const DEEPEST = 1_000;

  // A field of a form can have the name of a property, which is then that of the form no more.
  const getter = <T, V>(prototype: T, name: keyof T) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: T) => V;
  const firstChild = getter<Node, Node | null>(Node.prototype, "firstChild");
  const nextSibling = getter<Node, Node | null>(Node.prototype, "nextSibling");
  const nodeType = getter<Node, number>(Node.prototype, "nodeType");
  const localName = getter<Element, string>(Element.prototype, "localName");
  const attributes = getter<Element, NamedNodeMap>(Element.prototype, "attributes");
  const shadowRoot = getter<Element, ShadowRoot | null>(Element.prototype, "shadowRoot");
  const { getAttribute, closest } = Element.prototype;

  const parts: string[] = [];
  let length = 0;
  const write = (text: string) => {
    length += text.length;
    if (length <= most) parts.push(text);
  };
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const attribute = (name: string, value: string) => write(` ${name}="${escaped(value).replaceAll('"', "&quot;")}"`);
  const isWeb = (address: string) => /^https?:/i.test(address);

  function isField(element: Element): boolean {
    const role = getAttribute.call(element, "role")?.trim().toLowerCase() ?? "";
    if (FIELD_ROLES.has(role)) return true;
    const editable = getAttribute.call(element, "contenteditable");
    return editable !== null && editable.toLowerCase() !== "false" && closest.call(element, "form") !== null;
  }

  /** The address of what is shown; of an image that waits until it is scrolled to, where pages keep its address until then. */
  function imageAddress(image: HTMLImageElement): string {
    const later = ["data-src", "data-lazy-src", "data-original"].map((name) => image.getAttribute(name) ?? "");
    const waiting = later
      .filter((address) => address !== "")
      .map((address) => URL.parse(address, document.baseURI)?.href);
    const shown = image.currentSrc || image.src;
    // A placeholder is drawn in place, or is one pixel.
    const isPlaceholder = !isWeb(shown) || (image.complete && image.naturalWidth <= 2);
    return [isPlaceholder ? waiting[0] : shown, shown].find((address) => address !== undefined && isWeb(address)) ?? "";
  }

  function writeNode(node: Node, depth: number): void {
    if (length > most) return;
    const type = nodeType.call(node);
    if (type === Node.TEXT_NODE) write(escaped(node.nodeValue ?? ""));
    if (type === Node.ELEMENT_NODE && depth < DEEPEST) writeElement(node as Element, depth);
  }

  function writeElement(element: Element, depth: number): void {
    const name = localName.call(element);
    if (LEFT_OUT.has(name.toLowerCase()) || isField(element)) return;
    const tag = PREFORMATTED.has(name) ? "pre" : NAMES.test(name) ? name : "span";
    write(`<${tag}`);
    for (const { name: each, value } of attributes.call(element)) {
      const isLeftOut = !NAMES.test(each) || LEFT_OUT_ATTRIBUTES.test(each.toLowerCase());
      if (!isLeftOut && !(tag === "img" && each === "src")) attribute(each, value);
    }
    if (element instanceof HTMLImageElement) attribute("src", imageAddress(element));
    write(">");
    if (VOID.has(tag)) return;
    const root = shadowRoot.call(element);
    if (root !== null) {
      write('<template shadowrootmode="open">');
      writeChildren(root, depth + 1);
      write("</template>");
    }
    // A parser drops the first line feed of it.
    if (tag === "pre") write("\n");
    writeChildren(element, depth + 1);
    write(`</${tag}>`);
  }

  function writeChildren(parent: Node, depth: number): void {
    for (let child = firstChild.call(parent); child !== null; child = nextSibling.call(child)) writeNode(child, depth);
  }

  function writeHead(): void {
    write(`<head><title>${escaped(document.title)}</title>`);
    if (isWeb(document.baseURI)) {
      write("<base");
      attribute("href", document.baseURI);
      write(">");
    }
    for (const meta of document.querySelectorAll("head > meta")) {
      const named = ["property", "name", "itemprop"].find((each) => DESCRIBING.test(meta.getAttribute(each) ?? ""));
      if (named === undefined) continue;
      write("<meta");
      attribute(named, meta.getAttribute(named) ?? "");
      attribute("content", meta.getAttribute("content") ?? "");
      write(">");
    }
    for (const link of document.querySelectorAll<HTMLLinkElement>("head > link[rel][href]")) {
      if (!LINKED.test(link.rel) || !isWeb(link.href)) continue;
      write("<link");
      attribute("rel", link.rel);
      attribute("href", link.href);
      write(">");
    }
    write("</head>");
  }

  const { documentElement: root, body } = document;
  write("<!doctype html><html");
  for (const each of ["lang", "dir"]) if (root.hasAttribute(each)) attribute(each, root.getAttribute(each) ?? "");
  write(">");
  writeHead();
  if (body !== null) writeNode(body, 0);
  write("</html>");
  return length > most ? null : parts.join("");
}
