import { LogIn } from "lucide";
import { translations } from "../../language/language.ts";
import { Icon } from "../icon.tsx";
import { partTexts } from "../part-texts.ts";
import { EmptyState } from "../states/empty-state.tsx";

/** Shown instead of what needs a session, once that has ended. The frame says so, and has the link for signing in. */
export function SignedOutState() {
  return <EmptyState picture={<Icon icon={LogIn} />} text={translations(partTexts).signedOut} />;
}
