import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CheckedSite } from "../../../client/index.ts";
import { ApiProblem } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Form } from "../../parts/forms/form.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { hostOf } from "../../parts/host-of.ts";
import { partTexts } from "../../parts/part-texts.ts";
import { useLeave } from "../../parts/use-leave.ts";
import { notify } from "../../status/status.tsx";
import { LISTS } from "../addresses.ts";
import { recommendationTexts } from "../recommendation-texts.ts";
import { SiteDetails } from "../site-details.tsx";
import { SiteHeading } from "../site-heading.tsx";

const HEADING = "checked-site";

/** The second step: what a site says about itself, its title to edit, words of one's own, and the button that recommends it. */
export function ConfirmRecommendation({
  site,
  onDuplicate,
  onOther,
}: {
  readonly site: CheckedSite;
  /** Another administrator has recommended the site meanwhile. */
  readonly onDuplicate: (id: string) => void;
  readonly onOther: () => void;
}) {
  const t = translations(recommendationTexts);
  const { recommendations } = useSignedIn().library.client;
  const leave = useLeave();
  const { url, excerpt, favicon, featured_image, one_click_subscribe } = site;
  const [title, setTitle] = useState(site.title ?? "");
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);

  const recommend = async () => {
    const words = description.trim();
    try {
      // Fields that are not sent follow the site.
      await recommendations.create({ title: title.trim(), url, ...(words === "" ? {} : { description: words }) });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== "duplicate_url") throw error;
      const { id } = await recommendations.check(url);
      if (id === null) throw error;
      onDuplicate(id);
      return;
    }
    notify(t.added(title.trim()));
    leave(LISTS.recommended);
  };
  const submit = () => {
    const isMissing = title.trim() === "";
    setProblem(isMissing ? t.titleMissing : null);
    return isMissing ? null : recommend;
  };
  const isSilent = site.title === null && excerpt === null && favicon === null && featured_image === null;
  return (
    <div class="narrow sheet">
      <Form submit={t.recommend} onSubmit={submit} other={{ label: t.otherAddress, run: async () => onOther() }}>
        <section aria-label={t.preview}>
          <article aria-labelledby={HEADING}>
            <SiteHeading id={HEADING} title={site.title ?? hostOf(url)} url={url} icon={favicon} />
            <SiteDetails excerpt={excerpt} image={featured_image} />
            {one_click_subscribe && (
              <p class="facts">
                <span class="chip">{t.oneClick}</span>
              </p>
            )}
          </article>
          <p class="quiet" role="status">
            {isSilent ? t.silent : t.followsSite}
          </p>
        </section>
        <TextField
          label={translations(partTexts).title}
          problem={problem}
          box={input}
          maxLength={2_000}
          value={title}
          onType={setTitle}
        />
        <TextField
          label={t.description}
          hint={t.descriptionHint}
          rows={3}
          maxLength={200}
          value={description}
          onType={setDescription}
        />
      </Form>
    </div>
  );
}
