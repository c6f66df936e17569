import type { Product } from "../../../client/index.ts";
import { ago } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import type { Query } from "../../parts/queries/use-query.ts";
import { SafeLink } from "../../parts/safe-link.tsx";
import { AlertChip } from "./alert-chip.tsx";
import type { FiredAlerts } from "./fired-alerts.ts";
import { productTexts } from "./product-texts.ts";

/** Which offers of a product cause a notice, and for administrators the newest such notice. */
export function AlertLine({
  alert,
  fired,
  now,
}: {
  readonly alert: Product["alert"];
  readonly fired: Query<FiredAlerts>;
  readonly now: Date;
}) {
  const t = translations(productTexts);
  const latest = fired.value?.latest ?? null;
  return (
    <p class="facts alert-line">
      <AlertChip alert={alert} />
      {latest !== null && (
        <span>
          {t.fired(ago(latest.at, now))}{" "}
          <SafeLink url={latest.url}>
            <span lang="">{latest.title}</span>
          </SafeLink>
        </span>
      )}
      {fired.error !== null && <span class="failure">{t.firedUnread}</span>}
    </p>
  );
}
