import type { ComponentType } from "preact";
import { useRef } from "preact/hooks";
import { LocationProvider, useLocation } from "preact-iso/router";

/**
 * A screen of the router, with its own address. While the file of the next screen is loaded, the router leaves the last one in
 * place: by the next one's address it would lose its query and its place.
 */
export function ScreenRoute({
  component: Component,
  ...matched
}: {
  readonly component: ComponentType<object>;
  /** The pattern; of the screen that is shown, the router sets the address that has matched. */
  readonly path?: string;
  readonly default?: boolean;
}) {
  const location = useLocation();
  const own = useRef(location);
  if (location.path === matched.path) own.current = location;
  return (
    <LocationProvider.ctx.Provider value={own.current}>
      <Component {...matched} />
    </LocationProvider.ctx.Provider>
  );
}
