import { useId, useRef, useState } from "preact/hooks";
import type { Product } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { CheckBox } from "../../parts/forms/check-box.tsx";
import { FormDialog } from "../../parts/forms/form-dialog.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { notify } from "../../status/status.tsx";
import { CATEGORIES, categoryLabel } from "./categories.ts";
import { ConditionBoxes } from "./condition-boxes.tsx";
import { productChanges } from "./product-changes.ts";
import type { DraftField, DraftProblems, ProductSettings } from "./product-draft.ts";
import { draftOf, draftOfSearch, readDraft } from "./product-draft.ts";
import { productTexts } from "./product-texts.ts";

/** The fields of a new product that stand behind `More`. */
const MORE = ["name", "excludeKeyword", "categoryId", "minPrice", "maxPrice"] as const;

/**
 * The form of a product: of a new one, or of one that is changed. What most new products do not need is behind `More`, which
 * opens where a field behind it is wrong.
 */
export function ProductDialog({
  product,
  onSaved,
  onClose,
}: {
  /** Null: a new one. */
  readonly product: Product | null;
  readonly onSaved: (product: Product) => void;
  readonly onClose: () => void;
}) {
  const t = translations(productTexts);
  const { client } = useSignedIn().library;
  /** What the person began with: what others change meanwhile is no change of theirs. */
  const [begun] = useState(product);
  const [draft, setDraft] = useState(() => draftOf(product));
  const categories = useId();
  const [problems, setProblems] = useState<DraftProblems>({});
  const tried = useRef({ settings: "", key: "" });

  const create = async (settings: ProductSettings) => {
    // The same settings sent again are the same product: the answer to the first attempt may have been lost.
    const text = JSON.stringify(settings);
    if (tried.current.settings !== text) tried.current = { settings: text, key: crypto.randomUUID() };
    const created = await client.products.create(settings, { idempotencyKey: tried.current.key });
    notify((created.next_crawl_at === null ? t.createdOff : t.created)(created.name));
    onSaved(created);
  };
  const change = async (before: Product, settings: ProductSettings) => {
    const changes = productChanges(before, settings);
    if (changes === null) {
      notify(translations(partTexts).unchanged);
      return;
    }
    const changed = await client.products.update(before.id, changes);
    notify(t.changed(changed.name));
    onSaved(changed);
  };
  const save = () => {
    const read = readDraft(draft, product === null || product.crawl !== null);
    setProblems("problems" in read ? read.problems : {});
    if ("problems" in read) return null;
    return () => (begun === null ? create(read.settings) : change(begun, read.settings));
  };
  const type = (field: DraftField, value: string) =>
    setDraft((before) => ({ ...before, ...(draftOfSearch(value) ?? { [field]: value }) }));
  const box = (
    field: DraftField,
    label: string,
    hint: string,
    attributes: { readonly inputMode?: "numeric"; readonly list?: string } = {},
  ) => {
    const problem = problems[field];
    return (
      <TextField
        label={label}
        hint={hint}
        problem={problem === undefined ? null : t.problems[problem]}
        value={draft[field]}
        onType={(value) => type(field, value)}
        {...attributes}
      />
    );
  };
  const name = box("name", t.name, product === null ? t.nameOptionalHint : t.nameHint);
  const search = (
    <>
      {box("excludeKeyword", t.excludeKeyword, t.excludeHint)}
      {box("categoryId", t.category, t.categoryHint, { list: categories })}
      <datalist id={categories}>
        {CATEGORIES.map((category) => (
          <option key={category.id} value={categoryLabel(category)} />
        ))}
      </datalist>
      <ConditionBoxes
        chosen={draft.conditions}
        onChoose={(conditions) => setDraft((before) => ({ ...before, conditions }))}
      />
      <div class="side-by-side">
        {box("minPrice", t.minPrice, t.priceHint, { inputMode: "numeric" })}
        {box("maxPrice", t.maxPrice, t.priceHint, { inputMode: "numeric" })}
      </div>
      <CheckBox
        label={t.enabled}
        isOn={draft.enabled}
        onChange={(enabled) => setDraft((before) => ({ ...before, enabled }))}
      />
    </>
  );
  const isMoreWrong = MORE.some((field) => problems[field] !== undefined);
  return (
    <FormDialog
      title={product === null ? t.newProduct : translations(partTexts).editTitle(product.name)}
      onSubmit={save}
      onClose={onClose}
    >
      {product !== null && name}
      {box("keyword", t.keyword, t.keywordHint)}
      {product === null && box("alertBelow", t.alertAt, t.alertAtHint, { inputMode: "numeric" })}
      {product === null ? (
        <details class="more" open={isMoreWrong || undefined}>
          <summary>{t.more}</summary>
          {name}
          {search}
        </details>
      ) : (
        search
      )}
    </FormDialog>
  );
}
