import type { Product } from "../../../client/index.ts";
import { StatusChip } from "../../parts/status-chip.tsx";
import { alertWords } from "./product-words.ts";

/** Which offers of a product cause a notice. */
export function AlertChip({ alert }: Pick<Product, "alert">) {
  return <StatusChip text={alertWords(alert)} tone={alert === null ? "plain" : "good"} />;
}
