import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import type { CheckedSite } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Form } from "../../parts/forms/form.tsx";
import { PLAIN } from "../../parts/forms/plain.ts";
import { TextField } from "../../parts/forms/text-field.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { addAddress, oneAddress } from "../addresses.ts";
import { recommendationTexts } from "../recommendation-texts.ts";
import { ConfirmRecommendation } from "./confirm-recommendation.tsx";
import { siteAddress } from "./site-address.ts";

/**
 * Recommends a site in two steps: its address is looked up, then a person sees what the site says about itself, and
 * confirms. The screen's address may name the site.
 */
export function AddRecommendation() {
  const t = translations(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const { query, route } = useLocation();
  const named = query.url ?? "";
  const [typed, setTyped] = useState(named);
  const [problem, setProblem] = useState<string | null>(null);
  const [site, setSite] = useState<CheckedSite | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const look = () => {
    const url = siteAddress(typed);
    setProblem(url === null ? t.addressWrong : null);
    if (url === null) return null;
    setSite(null);
    // The address of this step: Back and a reload return to it.
    route(addAddress(url), true);
    return async () => setSite(await recommendations.check(url));
  };
  useEffect(() => {
    if (named !== "") form.current?.requestSubmit();
  }, []);

  if (site !== null && site.id === null) {
    return (
      <ConfirmRecommendation
        site={site}
        onDuplicate={(id) => setSite({ ...site, id })}
        onOther={() => {
          setSite(null);
          // The focus was on a button that has gone.
          requestAnimationFrame(() => {
            // Not every browser moves it with the selection.
            input.current?.focus();
            input.current?.select();
          });
        }}
      />
    );
  }
  return (
    <div class="narrow sheet">
      <Form form={form} submit={t.check} onSubmit={look} progress={t.checking}>
        <TextField
          label={translations(partTexts).address}
          hint={t.addressHint}
          problem={problem}
          box={input}
          inputMode="url"
          value={typed}
          onType={setTyped}
          {...PLAIN}
        />
      </Form>
      {site?.id != null && (
        <p role="alert" class="failure">
          {t.duplicate}{" "}
          <a href={oneAddress(site.id)} lang="">
            {site.title ?? site.url}
          </a>
        </p>
      )}
    </div>
  );
}
