import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Badge } from "./badge.tsx";

export interface Tab {
  /** E.g. `/app/recommendations/incoming`. */
  readonly path: string;
  readonly label: string;
  /** How many items of the view wait for the person, e.g. `3`, and what they are, e.g. `unread`. */
  readonly waiting?: { readonly count: string; readonly words: string } | null;
}

/**
 * The tabs of a screen and the view of the current one. Arrow keys, Home and End move the focus, Enter and the space bar
 * open a tab: views are read from the API, so that passing over a tab does not open it.
 */
export function Tabs({
  label,
  tabs,
  current,
  children,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The path of the open tab. */
  readonly current: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // In a narrow window not all tabs are seen. A number that comes later makes its tab longer.
  const waiting = tabs.find(({ path }) => path === current)?.waiting?.count;
  useLayoutEffect(() => {
    const tab = list.current?.querySelector("[aria-selected=true]");
    tab?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }, [current, waiting]);
  const move = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const now = links.findIndex((link) => link.matches(":focus"));
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: links.length - 1 }[event.key];
    if (event.key === " " && now !== -1) links[now]?.click();
    else if (to === undefined || now === -1) return;
    else links.at(to % links.length)?.focus();
    event.preventDefault();
  };
  return (
    <>
      <div role="tablist" aria-label={label} class="tabs" ref={list} onKeyDown={move}>
        {tabs.map((tab) => {
          const isCurrent = tab.path === current;
          return (
            <a
              key={tab.path}
              id={`${id}${tab.path}`}
              role="tab"
              href={tab.path}
              aria-selected={isCurrent}
              aria-controls={isCurrent ? `${id}-view` : undefined}
              tabIndex={isCurrent ? 0 : -1}
            >
              {tab.label}
              {tab.waiting && (
                <>
                  {" "}
                  <Badge {...tab.waiting} />
                </>
              )}
            </a>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-view`} aria-labelledby={`${id}${current}`}>
        {children}
      </div>
    </>
  );
}
