import * as z from "zod/mini";
import { singleLine } from "../../../shared/plain-text.ts";
import type { SentChanges, SentContent } from "../../domain/recommendation.ts";
import { cutExcerpt } from "../../domain/recommendation.ts";
import { publicWebUrl } from "../../domain/web-url.ts";

/**
 * Strangers read these texts in lists of other titles: one line, without characters that reorder or hide the text around
 * it.
 */
const text = z.string().check(z.overwrite(singleLine));

const url = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const address = publicWebUrl(value);
    if (address !== null) return address;
    context.issues.push({
      code: "custom",
      message:
        "must be the address of a web page, of 2,000 characters at most, that starts with https:// or http://, without a user name",
      input: value,
    });
    return z.NEVER;
  }),
);

const title = text.check(z.minLength(1), z.maxLength(2_000));

/**
 * The optional fields, of POST and PUT. Null and an empty text clear the description, and reset the other fields to the
 * site's values.
 */
const optionalFields = {
  description: z.optional(
    z.nullable(
      z.pipe(
        text.check(z.maxLength(200)),
        z.transform((value) => (value === "" ? null : value)),
      ),
    ),
  ),
  excerpt: z.optional(z.nullable(z.pipe(text, z.transform(cutExcerpt)))),
  featured_image: z.optional(z.nullable(url)),
  favicon: z.optional(z.nullable(url)),
  one_click_subscribe: z.optional(z.nullable(z.boolean())),
};

/**
 * The envelope of every body. Ghost's API has the same, and silently drops all elements but the first; here a body with
 * another number of elements is rejected, since no request changes several recommendations at once.
 */
function oneOf<T extends z.ZodMiniType>(element: T) {
  const error = "must hold exactly one recommendation; send one request for each";
  return z.pipe(
    z.object({ recommendations: z.array(element).check(z.length(1, error)) }),
    z.transform(({ recommendations: [only] }) => only as z.output<T>),
  );
}

export const newRecommendationBody = oneOf(z.object({ title, url, ...optionalFields }));

/** The body of PUT: omitted fields stay unchanged. */
export const recommendationChangesBody = oneOf(
  z.object({ title: z.optional(title), url: z.optional(url), ...optionalFields }),
);

/** The body of a check: only the address is used. */
export const checkBody = oneOf(z.object({ url }));

export function sentContent(body: z.output<typeof newRecommendationBody>): SentContent {
  return { ...sentChanges(body), title: body.title, url: body.url };
}

/** The changes in a body. Omitted fields are left out, since the publisher has not decided about them. */
export function sentChanges(body: z.output<typeof recommendationChangesBody>): SentChanges {
  return present({
    title: body.title,
    url: body.url,
    description: body.description,
    excerpt: body.excerpt,
    featuredImage: body.featured_image,
    favicon: body.favicon,
    oneClickSubscribe: body.one_click_subscribe,
  });
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
