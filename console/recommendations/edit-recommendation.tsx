import { useState } from "preact/hooks";
import type { Recommendation, RecommendationChanges } from "../../client/index.ts";
import { ApiProblem } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { Field } from "../parts/forms/field.tsx";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import { explain } from "../parts/queries/explain.ts";
import { useSignedIn } from "../shell/signed-in.ts";
import { notify } from "../status/status.tsx";
import { siteAddress } from "./add/site-address.ts";
import type { EditedText } from "./recommendation-changes.ts";
import { changesOf, formOf } from "./recommendation-changes.ts";
import { recommendationTexts } from "./recommendation-texts.ts";

/** Edits a recommendation. */
export function EditRecommendation({
  recommendation,
  onSaved,
  onClose,
}: {
  readonly recommendation: Recommendation;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const t = translations(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const [before] = useState(() => formOf(recommendation));
  const [after, setAfter] = useState(before);
  const [problems, setProblems] = useState<Partial<Record<EditedText, string>>>({});

  const submit = () => {
    const changes = changesOf(before, after);
    const { title, url } = changes;
    const found = {
      ...(title === null ? { title: t.titleMissing } : {}),
      ...(url === undefined || (url !== null && siteAddress(url) !== null) ? {} : { url: t.addressWrong }),
    };
    setProblems(found);
    return Object.keys(found).length === 0 ? () => save(changes) : null;
  };
  const save = async (changes: RecommendationChanges) => {
    const isSame = Object.keys(changes).length === 0;
    const saved = isSame ? recommendation : await recommendations.update(recommendation.id, changes);
    onSaved();
    notify(t.saved(saved.title));
  };
  const reason = (error: unknown) => {
    const isDuplicate = error instanceof ApiProblem && error.code === "duplicate_url";
    return isDuplicate ? t.duplicateOther : explain(error);
  };

  const text = (name: EditedText, label: string, hint: string | null, more: { readonly longest: number }) => (
    <Field label={label} hint={hint} problem={problems[name] ?? null}>
      {(attributes) => {
        const control = {
          ...attributes,
          maxLength: more.longest,
          value: after[name],
          onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
            setAfter({ ...after, [name]: event.currentTarget.value }),
        };
        return LONG.has(name) ? <textarea {...control} rows={3} /> : <input {...control} />;
      }}
    </Field>
  );
  return (
    <FormDialog title={t.editTitle} onSubmit={submit} reason={reason} onClose={onClose}>
      {text("title", t.siteTitle, null, { longest: 2_000 })}
      {text("url", t.address, null, { longest: 2_000 })}
      {text("description", t.description, t.descriptionHint, { longest: 200 })}
      {text("excerpt", t.excerpt, t.emptyFollows, { longest: 2_000 })}
      {text("favicon", t.icon, t.emptyFollows, { longest: 2_000 })}
      {text("featured_image", t.image, t.emptyFollows, { longest: 2_000 })}
      <Field label={t.oneClick}>
        {(attributes) => (
          <select
            {...attributes}
            value={after.one_click_subscribe}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setAfter({ ...after, one_click_subscribe: value === "yes" || value === "no" ? value : "site" });
            }}
          >
            <option value="site">{t.oneClickSettings.site}</option>
            <option value="yes">{t.oneClickSettings.yes}</option>
            <option value="no">{t.oneClickSettings.no}</option>
          </select>
        )}
      </Field>
    </FormDialog>
  );
}

const LONG: ReadonlySet<EditedText> = new Set(["description", "excerpt"]);
