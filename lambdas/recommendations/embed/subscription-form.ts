import { countSubscription } from "./count-subscription.ts";
import { element } from "./element.ts";
import { subscribe } from "./subscribe.ts";

/**
 * Sends a form with `data-site`, the site's URL, and `data-id`, the recommendation's id, instead of the browser. It shows the
 * outcome in the form's element with the role `status`, and counts a subscription that the site has accepted. If the site does not accept the subscription, the outcome is a link to the site's own sign-up page, as
 * in Ghost's portal.
 */
export function sendSubscription(event: Event): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.site === undefined) return;
  event.preventDefault();
  void sendForm(form, form.dataset.site);
}

async function sendForm(form: HTMLFormElement, site: string): Promise<void> {
  const button = form.querySelector("button");
  const status = form.querySelector("[role=status]");
  if (button === null || status === null || button.disabled) return;
  button.disabled = true;
  status.textContent = "";
  try {
    await subscribe(site, String(new FormData(form).get("email")));
    if (form.dataset.id !== undefined) countSubscription(form.dataset.id);
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
