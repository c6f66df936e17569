import type { IconNode } from "lucide";
import { Bell, Pencil, RefreshCw } from "lucide";
import { useState } from "preact/hooks";
import type { Product } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { DeleteButton } from "../../parts/delete-button.tsx";
import { useAskedDeletion } from "../../parts/forms/use-asked.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ActionName, ItemActions } from "../../parts/item-actions.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { notify } from "../../status/status.tsx";
import type { CrawlNow } from "../crawl/crawl-now.tsx";
import { crawlTexts } from "../crawl/crawl-texts.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import { ProductDialog } from "./product-dialog.tsx";
import { productTexts } from "./product-texts.ts";

export function ProductActions({
  product,
  describedBy,
  crawl,
  onChanged,
  onDeleted,
}: {
  /** Null while it is awaited. */
  readonly product: Product | null;
  /** Of an item of a list: id of the heading that tells these buttons from those of other products. */
  readonly describedBy?: string;
  readonly crawl: CrawlNow;
  readonly onChanged: () => void;
  readonly onDeleted: () => void;
}) {
  const t = translations(productTexts);
  const { client } = useSignedIn().library;
  const [open, setOpen] = useState<"alert" | "edit" | null>(null);
  const close = () => setOpen(null);
  const question = { title: t.deleteTitle(product?.name ?? ""), text: t.deleteText };
  const deletion = useAskedDeletion(question, async () => {
    if (product === null) return;
    await client.products.delete(product.id);
    notify(t.deleted(product.name));
    onDeleted();
  });
  const button = (icon: IconNode, label: string, run: () => void, isBusy = false) => (
    <button
      type="button"
      aria-describedby={describedBy}
      aria-disabled={isBusy || product === null}
      onClick={product === null ? undefined : run}
    >
      <Icon icon={icon} />
      <ActionName>{label}</ActionName>
    </button>
  );
  const buttons = (
    <>
      {product?.crawl !== null && button(RefreshCw, translations(crawlTexts).crawlNow, crawl.run, crawl.isBusy)}
      {button(Bell, t.alert, () => setOpen("alert"))}
      {button(Pencil, translations(partTexts).edit, () => setOpen("edit"))}
      <DeleteButton describedBy={describedBy} isBusy={deletion.isBusy || product === null} onDelete={deletion.ask} />
    </>
  );
  if (product === null) return buttons;
  return (
    <>
      {describedBy === undefined ? buttons : <ItemActions name={product.name}>{buttons}</ItemActions>}
      {open === "alert" && <AlertDialog product={product} onSaved={onChanged} onClose={close} />}
      {open === "edit" && <ProductDialog product={product} onSaved={onChanged} onClose={close} />}
      {deletion.dialog}
    </>
  );
}
