import type { IconNode } from "lucide";
import { Circle, Star } from "lucide";
import { Icon } from "../icon.tsx";
import type { Mark } from "./marks.ts";

const ICONS: Readonly<Record<Mark, IconNode>> = { unread: Circle, starred: Star };

/** The sign of a mark; the stylesheet shows whether it is set. */
export function MarkIcon({ mark }: { readonly mark: Mark }) {
  return <Icon icon={ICONS[mark]} />;
}
