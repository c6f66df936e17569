import { element } from "./element.ts";
import { subscribe } from "./subscribe.ts";

/**
 * Sends a form with `data-site`, the site's URL, instead of the browser, and shows the outcome in the form's element with
 * the role `status`. If the site does not accept the subscription, the outcome is a link to the site's own sign-up page, as
 * in Ghost's portal.
 */
export function sendSubscription(event: Event): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.site === undefined) return;
  event.preventDefault();
  void sent(form, form.dataset.site);
}

async function sent(form: HTMLFormElement, site: string): Promise<void> {
  const button = form.querySelector("button");
  const status = form.querySelector("[role=status]");
  if (button === null || status === null || button.disabled) return;
  button.disabled = true;
  status.textContent = "";
  try {
    await subscribe(site, String(new FormData(form).get("email")));
    status.textContent = "A link to confirm your subscription is on its way: check your inbox.";
    form.reset();
  } catch {
    const href = new URL("#/portal/signup", site).href;
    status.replaceChildren(
      "This did not work. ",
      element("a", { part: "link", href, target: "_blank", rel: "noopener" }, "Subscribe on the site itself"),
    );
  }
  button.disabled = false;
}
