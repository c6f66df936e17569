import { LogIn } from "lucide";
import { translations } from "../../language/language.ts";
import { Icon } from "../icon.tsx";
import { partTexts } from "../part-texts.ts";
import { EmptyState } from "../states/empty-state.tsx";

/** What stands in place of something that needs a session, once that has ended. The frame says so, and leads to signing in. */
export function SignedOutState() {
  return <EmptyState picture={<Icon icon={LogIn} />} text={translations(partTexts).signedOut} />;
}
