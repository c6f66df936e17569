import type * as z from "zod/mini";
import type { recommendationSchema } from "../http/bodies/recommendation-answer.ts";
import { element } from "./element.ts";

/** A recommendation in the API's response. */
export type ListedRecommendation = z.output<typeof recommendationSchema>;

export function recommendationsList(recommendations: readonly ListedRecommendation[]): HTMLUListElement {
  // Safari treats a list without markers as a list only if it has the role.
  return element("ul", { part: "list", role: "list" }, ...recommendations.map(item));
}

function item(recommendation: ListedRecommendation): HTMLLIElement {
  const { id, url, title, favicon, description, excerpt } = recommendation;
  const link = element(
    "a",
    {
      part: "link",
      href: url,
      // The same values as in Ghost's theme helper and page head, so that the recommended site sees where its readers come
      // from.
      target: "_blank",
      rel: "noopener",
      referrerpolicy: "no-referrer-when-downgrade",
      "data-recommendation": id,
    },
    ...(favicon === null ? [] : [icon(favicon)]),
    element("span", { part: "title", dir: "auto" }, title),
  );
  return element(
    "li",
    { part: "item" },
    link,
    ...paragraph("description", description),
    ...paragraph("excerpt", excerpt),
    ...(recommendation.one_click_subscribe ? [form(recommendation)] : []),
  );
}

function icon(src: string): HTMLImageElement {
  // Without a referrer, the site of the icon does not learn which page a reader views.
  const image = element("img", { part: "icon", alt: "", loading: "lazy", referrerpolicy: "no-referrer", src });
  image.addEventListener("error", () => image.remove());
  return image;
}

function paragraph(part: string, text: string | null): HTMLElement[] {
  return text === null ? [] : [element("p", { part, dir: "auto" }, text)];
}

function form({ id, url, title }: ListedRecommendation): HTMLFormElement {
  const input = element("input", {
    part: "input",
    type: "email",
    name: "email",
    required: "",
    autocomplete: "email",
    "aria-label": `Email address for ${title}`,
    placeholder: "you@example.com",
  });
  const button = element("button", { part: "button", "aria-label": `Subscribe to ${title}` }, "Subscribe");
  const status = element("p", { part: "status", role: "status" });
  return element("form", { part: "form", "data-site": url, "data-id": id }, input, button, status);
}
