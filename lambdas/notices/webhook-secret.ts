import * as z from "zod/mini";

/** The webhook that notices are posted to: an https address, and the key of the signature. */
export const webhookSecret = z.object({
  url: z.string().check(
    z.maxLength(2_000),
    z.refine((text) => URL.parse(text)?.protocol === "https:", "must be an https address"),
  ),
  key: z.string().check(z.minLength(1)),
});

export type WebhookSecret = z.output<typeof webhookSecret>;

/** Reads the webhook from a secret's text. @returns null for any other text */
export function readWebhookSecret(text: string): WebhookSecret | null {
  try {
    return z.safeParse(webhookSecret, JSON.parse(text)).data ?? null;
  } catch {
    // The caller treats a text that is no JSON like a secret of another form.
    return null;
  }
}
