import DOMPurify from "dompurify";

/** The attributes of the elements that a kept text may have (docs/security.md); elements without are not named. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ["href"],
  abbr: ["title"],
  img: ["src", "alt", "width", "height"],
  span: ["lang", "dir"],
  td: ["colspan", "rowspan"],
  th: ["scope"],
  time: ["datetime"],
};
const OTHERS =
  "h2 h3 h4 p ul ol li blockquote pre code kbd samp em strong s sub sup mark figure figcaption table caption thead tbody tr dl dt dd br hr ruby rb rt rp";

const ALLOWED = {
  ALLOWED_TAGS: [...Object.keys(ATTRIBUTES), ...OTHERS.split(" ")],
  ALLOWED_ATTR: Object.values(ATTRIBUTES).flat(),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Only absolute addresses: a relative one would be an address of the console. */
function isWebAddress(address: string): boolean {
  return ["https:", "http:", "mailto:"].includes(URL.parse(address)?.protocol ?? "");
}

/** Only images of this site: a request would tell another site who reads what. */
function isOwnImage(address: string): boolean {
  const url = URL.parse(address, location.origin);
  return url?.origin === location.origin && url.pathname.startsWith("/i/");
}

/** Whether an element of a kept text may have an attribute. */
export function mayHave(element: string, name: string, value: string): boolean {
  return (
    ATTRIBUTES[element]?.includes(name) === true &&
    (name !== "href" || isWebAddress(value)) &&
    (name !== "src" || isOwnImage(value))
  );
}

DOMPurify.addHook("uponSanitizeAttribute", (element, attribute) => {
  attribute.keepAttr = mayHave(element.localName, attribute.attrName, attribute.attrValue);
});

/**
 * The elements of a kept text, of which nothing can run and which load nothing but images of this site. The worker that kept
 * the text has applied the same list: each of the two suffices without the other.
 *
 * @param html as the API gives it
 */
export function safeText(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
}
