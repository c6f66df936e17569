import { useEffect, useRef, useState } from "preact/hooks";
import type { Recommendation } from "../../client/index.ts";
import { ApiProblem } from "../../client/index.ts";
import { said } from "../language/language.ts";
import { explain } from "../parts/answers/explain.ts";
import { Dialog } from "../parts/forms/dialog.tsx";
import { Field } from "../parts/forms/field.tsx";
import { useSignedIn } from "../shell/signed-in.ts";
import { tell } from "../shell/status.tsx";
import { siteAddress } from "./add/site-address.ts";
import type { EditedText } from "./recommendation-changes.ts";
import { changesOf, formOf } from "./recommendation-changes.ts";
import { recommendationTexts } from "./recommendation-texts.ts";

/** Edits a recommendation. It opens when it is rendered. */
export function EditRecommendation({
  recommendation,
  onSaved,
  onClose,
}: {
  readonly recommendation: Recommendation;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const t = said(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [before] = useState(() => formOf(recommendation));
  const [after, setAfter] = useState(before);
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Partial<Record<EditedText, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => dialog.current?.showModal(), []);

  const save = async () => {
    const changes = changesOf(before, after);
    const found = problemsOf(changes.title, changes.url);
    setProblems(found);
    setFailure(null);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    const saved =
      Object.keys(changes).length === 0 ? recommendation : await recommendations.update(recommendation.id, changes);
    dialog.current?.close();
    onSaved();
    tell(t.saved(saved.title));
  };
  const problemsOf = (title: string | null | undefined, url: string | null | undefined) => ({
    ...(title === null ? { title: t.titleMissing } : {}),
    ...(url === undefined || (url !== null && siteAddress(url) !== null) ? {} : { url: t.addressWrong }),
  });
  const submit = () => {
    if (isBusy) return;
    setBusy(true);
    save()
      .catch((error: unknown) => {
        const isDuplicate = error instanceof ApiProblem && error.code === "duplicate_url";
        setFailure(isDuplicate ? t.duplicateOther : explain(error));
      })
      .finally(() => setBusy(false));
  };

  const text = (name: EditedText, label: string, hint: string | null, more: { readonly longest: number }) => (
    <Field label={label} hint={hint} problem={problems[name] ?? null}>
      {(attributes) => {
        const control = {
          ...attributes,
          name,
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
    <Dialog title={t.editTitle} dialog={dialog} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
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
        {failure !== null && (
          <p role="alert" class="failure">
            {failure}
          </p>
        )}
        <div class="actions">
          <button type="submit" class="primary" aria-disabled={isBusy}>
            {t.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const LONG: ReadonlySet<EditedText> = new Set(["description", "excerpt"]);
