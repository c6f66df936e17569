import type { ComponentChildren } from "preact";
import { safeAddress } from "./safe-address.ts";

/** A link to another site in a new tab, which learns nothing of this page; text alone when the address is no web address. */
export function SafeLink({
  url,
  children,
  describedBy,
  onOpen,
}: {
  readonly url: string;
  readonly children: ComponentChildren;
  /** Id of the heading that tells this link from those of the same name. */
  readonly describedBy?: string;
  /** A person follows it. */
  readonly onOpen?: () => void;
}) {
  const address = safeAddress(url);
  if (address === null) return <span>{children}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener" aria-describedby={describedBy} onClick={onOpen}>
      {children}
    </a>
  );
}
