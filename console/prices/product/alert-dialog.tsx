import { useState } from "preact/hooks";
import type { Product, ProductChanges } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { CheckBox } from "../../parts/forms/check-box.tsx";
import { FormDialog } from "../../parts/forms/form-dialog.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { notify } from "../../status/status.tsx";
import { productTexts } from "./product-texts.ts";
import { alertWords } from "./product-words.ts";
import { typedYen } from "./typed-number.ts";

/** Which offers of a product cause a notice. */
export function AlertDialog({
  product,
  onSaved,
  onClose,
}: {
  readonly product: Product;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const t = translations(productTexts);
  const { client } = useSignedIn().library;
  /** What the person began with: what others change meanwhile is no change of theirs. */
  const [begun] = useState(() => product.alert ?? { below: null, new_lowest: false });
  const [price, setPrice] = useState(() => String(begun.below ?? ""));
  const [newLowest, setNewLowest] = useState(begun.new_lowest);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (alert: NonNullable<ProductChanges["alert"]> | null) => {
    const changed = await client.products.update(product.id, { alert });
    notify(t.alertSaved(changed.name, alertWords(changed.alert)));
    onSaved();
  };
  const changeTo = async (after: typeof begun) => {
    const changes = {
      ...(after.below === begun.below ? {} : { below: after.below }),
      ...(after.new_lowest === begun.new_lowest ? {} : { new_lowest: after.new_lowest }),
    };
    if (Object.keys(changes).length > 0) await change(changes);
    else notify(translations(partTexts).unchanged);
  };
  const save = () => {
    const below = typedYen(price);
    const isEmpty = below === null && !newLowest;
    const emptyProblem = product.alert === null ? t.alertNothingYet : t.alertNothing;
    setProblem(below === "wrong" ? t.problems["no-price"] : isEmpty ? emptyProblem : null);
    return below === "wrong" || isEmpty ? null : () => changeTo({ below, new_lowest: newLowest });
  };
  return (
    <FormDialog
      title={t.alertTitle(product.name)}
      onSubmit={save}
      other={product.alert === null ? null : { label: t.alertOff, run: () => change(null) }}
      onClose={onClose}
    >
      <p>{t.alertHint}</p>
      <TextField
        label={t.alertPrice}
        hint={t.alertPriceHint}
        problem={problem}
        inputMode="numeric"
        value={price}
        onType={setPrice}
      />
      <CheckBox label={t.alertNewLowest} isOn={newLowest} onChange={setNewLowest} />
    </FormDialog>
  );
}
