import { useState } from "preact/hooks";
import type { Recommendation, RecommendationChanges } from "../../client/index.ts";
import { ApiProblem } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Choice } from "../parts/forms/choice.tsx";
import { FormDialog } from "../parts/forms/form-dialog.tsx";
import { TextField } from "../parts/forms/text-field.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { explain } from "../parts/queries/explain.ts";
import { notify } from "../status/status.tsx";
import { siteAddress } from "./add/site-address.ts";
import type { EditedText } from "./recommendation-changes.ts";
import { changesOf, formOf } from "./recommendation-changes.ts";
import { recommendationTexts } from "./recommendation-texts.ts";

const ONE_CLICK = ["site", "yes", "no"] as const;

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
    const { title } = changes;
    const url = changes.url === undefined ? undefined : siteAddress(changes.url ?? "");
    const found = {
      ...(title === null ? { title: t.titleMissing } : {}),
      ...(url === null ? { url: t.addressWrong } : {}),
    };
    setProblems(found);
    return Object.keys(found).length === 0 ? () => save({ ...changes, ...(url && { url }) }) : null;
  };
  const save = async (changes: RecommendationChanges) => {
    if (Object.keys(changes).length === 0) {
      notify(translations(partTexts).unchanged);
      return;
    }
    const saved = await recommendations.update(recommendation.id, changes);
    onSaved();
    notify(translations(partTexts).saved(saved.title));
  };
  const reason = (error: unknown) => {
    const isDuplicate = error instanceof ApiProblem && error.code === "duplicate_url";
    return isDuplicate ? t.duplicateOther : explain(error);
  };

  const text = (name: EditedText, label: string, hint: string | null, rows = 1) => (
    <TextField
      label={label}
      hint={hint}
      problem={problems[name] ?? null}
      rows={rows}
      maxLength={name === "description" ? 200 : 2_000}
      value={after[name]}
      onType={(typed) => setAfter({ ...after, [name]: typed })}
    />
  );
  return (
    <FormDialog
      title={translations(partTexts).editTitle(recommendation.title)}
      onSubmit={submit}
      reason={reason}
      onClose={onClose}
    >
      {text("title", translations(partTexts).title, null)}
      {text("url", translations(partTexts).address, null)}
      {text("description", t.description, t.descriptionHint, 3)}
      {text("excerpt", t.excerpt, t.emptyFollows, 3)}
      {text("favicon", t.icon, t.emptyFollows)}
      {text("featured_image", t.image, t.emptyFollows)}
      <Choice
        label={t.oneClick}
        value={after.one_click_subscribe}
        choices={ONE_CLICK.map((each) => [each, t.oneClickSettings[each]])}
        onChoose={(chosen) => setAfter({ ...after, one_click_subscribe: chosen })}
      />
    </FormDialog>
  );
}
