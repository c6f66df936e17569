import type { Product, ProductChanges } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { useMutation } from "../../parts/queries/use-mutation.ts";
import { undoTexts } from "../../parts/queue/undo-texts.ts";
import { RunButton } from "../../parts/run-button.tsx";
import { notify } from "../../status/status.tsx";
import { productTexts } from "./product-texts.ts";

export function ChangeSearch({
  label,
  product: { id, name, crawl },
  changes,
  onChanged,
}: {
  readonly label: string;
  readonly product: Product & { readonly crawl: NonNullable<Product["crawl"]> };
  readonly changes: ProductChanges["crawl"];
  readonly onChanged: () => void;
}) {
  const t = translations(productTexts);
  const { client } = useSignedIn().library;
  const undo = useMutation(async () => {
    // What others have changed of the search meanwhile is kept.
    const before = Object.entries(crawl).filter(([field]) => Object.hasOwn(changes ?? {}, field));
    await client.products.update(id, { crawl: Object.fromEntries(before) });
    notify(t.searchUndone(name));
    onChanged();
  });
  const change = async () => {
    await client.products.update(id, { crawl: changes });
    notify(t.searchChanged(name), { label: translations(undoTexts).undo, run: undo.run });
    onChanged();
  };
  return <RunButton act={change}>{label}</RunButton>;
}
