import { yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { SafeLink } from "../../parts/safe-link.tsx";
import { productTexts } from "./product-texts.ts";

/** The price of a product's cheapest offer, as a link to its page. */
export function CheapestPrice({
  price,
  url,
  describedBy,
}: {
  /** In yen. */
  readonly price: number;
  /** Null while it is read. */
  readonly url: string | null;
  /** Id of the heading of the product. */
  readonly describedBy?: string;
}) {
  const content = (
    <>
      <span class="visually-hidden">{translations(productTexts).cheapest("")}</span>
      {yen(price)}
    </>
  );
  if (url === null) return <span>{content}</span>;
  return (
    <SafeLink url={url} {...(describedBy !== undefined && { describedBy })}>
      {content}
    </SafeLink>
  );
}
