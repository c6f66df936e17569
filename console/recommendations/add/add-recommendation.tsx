import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import type { CheckedSite } from "../../../client/index.ts";
import { said } from "../../language/language.ts";
import { useAction } from "../../parts/answers/use-action.ts";
import { Field } from "../../parts/forms/field.tsx";
import { useSignedIn } from "../../shell/signed-in.ts";
import { addAddress, oneAddress } from "../addresses.ts";
import { recommendationTexts } from "../recommendation-texts.ts";
import { ConfirmRecommendation } from "./confirm-recommendation.tsx";
import { siteAddress } from "./site-address.ts";

/**
 * Recommends a site in two steps: its address is looked up, then a person sees what the site says about itself, and
 * confirms. The screen's address may name the site.
 */
export function AddRecommendation() {
  const t = said(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const { query, route } = useLocation();
  const named = query.url ?? "";
  const [typed, setTyped] = useState(named);
  const [problem, setProblem] = useState<string | null>(null);
  const [site, setSite] = useState<CheckedSite | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const look = useAction(async () => {
    const url = siteAddress(typed);
    if (url === null) {
      setProblem(t.addressWrong);
      input.current?.focus();
      return;
    }
    setProblem(null);
    // The address of this step: Back and a reload return to it.
    route(addAddress(url), true);
    setSite(await recommendations.check(url));
  });
  useEffect(() => {
    if (named !== "") look.run();
  }, []);

  if (site !== null && site.id === null) {
    return (
      <ConfirmRecommendation
        site={site}
        onDuplicate={(id) => setSite({ ...site, id })}
        onOther={() => {
          setSite(null);
          // The focus was on a button that has gone.
          requestAnimationFrame(() => input.current?.select());
        }}
      />
    );
  }
  return (
    <form
      class="narrow"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSite(null);
        look.run();
      }}
    >
      <Field label={t.address} hint={t.addressHint} problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            type="url"
            required
            autoComplete="url"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={look.isBusy}>
          {t.check}
        </button>
      </div>
      <p role="status">{look.isBusy && t.checking}</p>
      {site?.id != null && (
        <p role="alert" class="failure">
          {t.duplicate}{" "}
          <a href={oneAddress(site.id)} lang="">
            {site.title ?? site.url}
          </a>
        </p>
      )}
    </form>
  );
}
