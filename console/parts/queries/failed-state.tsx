import { CloudOff, TriangleAlert } from "lucide";
import { isOffline } from "../../device/offline.ts";
import { Icon } from "../icon.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { Failure } from "./failure.tsx";
import { SignedOutState } from "./signed-out-state.tsx";
import { useExplain } from "./use-explain.ts";

/** Shown instead of what could not be read: why, and one button. The frame says what still works without a network. */
export function FailedState(failed: {
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly onRetry: () => void;
}) {
  if (useExplain()(failed.error) === null) return <SignedOutState />;
  return (
    <EmptyState picture={<Icon icon={isOffline.value ? CloudOff : TriangleAlert} />} text={<Failure {...failed} />} />
  );
}
