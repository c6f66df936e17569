import { effect } from "@preact/signals";
import { preferences } from "./preferences.ts";

/**
 * Has the browser refuse images of other sites, whatever asks for one, unless the person wants them. A page can't lift such a
 * policy: it is loaded again when the person does.
 */
export function refuseOutsideImages(): void {
  let isRefusing = false;
  effect(() => {
    if (preferences.value.images) {
      if (isRefusing) location.reload();
      return;
    }
    if (isRefusing) return;
    isRefusing = true;
    const policy = document.createElement("meta");
    policy.httpEquiv = "Content-Security-Policy";
    policy.content = "img-src 'self' data:";
    document.head.append(policy);
  });
}
