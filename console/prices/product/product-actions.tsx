import { useState } from "preact/hooks";
import type { Product } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { ConfirmDialog } from "../../parts/forms/confirm-dialog.tsx";
import { useMutation } from "../../parts/queries/use-mutation.ts";
import { useSignedIn } from "../../shell/signed-in.ts";
import { notify } from "../../status/status.tsx";
import type { CrawlNow } from "../crawl/crawl-now.tsx";
import { crawlTexts } from "../crawl/crawl-texts.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import { ProductDialog } from "./product-dialog.tsx";
import { productTexts } from "./product-texts.ts";

/** What administrators do with a product. */
export function ProductActions({
  product,
  describedBy,
  crawl,
  onChanged,
  onDeleted,
}: {
  readonly product: Product;
  /** Id of the heading that tells these buttons from those of other products. */
  readonly describedBy?: string;
  readonly crawl: CrawlNow;
  readonly onChanged: () => void;
  readonly onDeleted: () => void;
}) {
  const t = translations(productTexts);
  const { client } = useSignedIn().library;
  const [open, setOpen] = useState<"alert" | "edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  const deletion = useMutation(async () => {
    await client.products.delete(product.id);
    notify(t.deleted(product.name));
    onDeleted();
  });
  const button = (label: string, run: () => void, isBusy = false) => (
    <button type="button" aria-describedby={describedBy} aria-disabled={isBusy} onClick={run}>
      {label}
    </button>
  );
  return (
    <div class="actions">
      {product.crawl !== null && button(translations(crawlTexts).crawlNow, crawl.run, crawl.isBusy)}
      {button(t.alert, () => setOpen("alert"))}
      {button(t.edit, () => setOpen("edit"))}
      {button(t.delete, () => setOpen("delete"), deletion.isBusy)}
      {open === "alert" && <AlertDialog product={product} onSaved={onChanged} onClose={close} />}
      {open === "edit" && <ProductDialog product={product} onSaved={onChanged} onClose={close} />}
      {open === "delete" && (
        <ConfirmDialog
          title={t.deleteTitle(product.name)}
          text={t.deleteText}
          confirm={t.deleteConfirm}
          keep={t.keep}
          onConfirm={deletion.run}
          onClose={close}
        />
      )}
    </div>
  );
}
