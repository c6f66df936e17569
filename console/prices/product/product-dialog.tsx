import { useId, useRef, useState } from "preact/hooks";
import type { Product } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Field } from "../../parts/forms/field.tsx";
import { FormDialog } from "../../parts/forms/form-dialog.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { notify } from "../../status/status.tsx";
import { CATEGORIES, categoryLabel } from "./categories.ts";
import { ConditionBoxes } from "./condition-boxes.tsx";
import type { DraftField, DraftProblems, ProductSettings } from "./product-draft.ts";
import { draftOf, draftOfSearch, readDraft } from "./product-draft.ts";
import { productTexts } from "./product-texts.ts";

/** The form of a product: of a new one, or of one that is changed. */
export function ProductDialog({
  product,
  onSaved,
  onClose,
}: {
  /** Null: a new one. */
  readonly product: Product | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const t = translations(productTexts);
  const { client } = useSignedIn().library;
  const [draft, setDraft] = useState(() => draftOf(product));
  const categories = useId();
  const [problems, setProblems] = useState<DraftProblems>({});
  const tried = useRef({ settings: "", key: "" });

  const create = async (settings: ProductSettings) => {
    // The same settings sent again are the same product: the answer to the first attempt may have been lost.
    const text = JSON.stringify(settings);
    if (tried.current.settings !== text) tried.current = { settings: text, key: crypto.randomUUID() };
    const { name, next_crawl_at } = await client.products.create(settings, { idempotencyKey: tried.current.key });
    notify((next_crawl_at === null ? t.createdOff : t.created)(name));
    onSaved();
  };
  const change = async ({ id }: Product, settings: ProductSettings) => {
    const { name } = await client.products.update(id, settings);
    notify(t.changed(name));
    onSaved();
  };
  const save = () => {
    const read = readDraft(draft, product === null || product.crawl !== null);
    setProblems("problems" in read ? read.problems : {});
    if ("problems" in read) return null;
    return () => (product === null ? create(read.settings) : change(product, read.settings));
  };
  const type = (field: DraftField, value: string) =>
    setDraft((before) => ({ ...before, ...(draftOfSearch(value) ?? { [field]: value }) }));
  const box = (
    field: DraftField,
    label: string,
    hint: string,
    { inputMode = "text", list }: { readonly inputMode?: "text" | "numeric"; readonly list?: string } = {},
  ) => {
    const problem = problems[field];
    return (
      <Field label={label} hint={hint} problem={problem === undefined ? null : t.problems[problem]}>
        {(attributes) => (
          <input
            {...attributes}
            inputMode={inputMode}
            autocomplete="off"
            value={draft[field]}
            list={list}
            onInput={({ currentTarget: { value } }) => type(field, value)}
          />
        )}
      </Field>
    );
  };
  return (
    <FormDialog
      title={product === null ? t.newProduct : translations(partTexts).editTitle(product.name)}
      onSubmit={save}
      onClose={onClose}
    >
      {box("name", t.name, t.nameHint)}
      {box("keyword", t.keyword, t.keywordHint)}
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
      <label class="check">
        <input
          type="checkbox"
          checked={draft.enabled}
          onChange={({ currentTarget: { checked } }) => setDraft((before) => ({ ...before, enabled: checked }))}
        />{" "}
        {t.enabled}
      </label>
    </FormDialog>
  );
}
