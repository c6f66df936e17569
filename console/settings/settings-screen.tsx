import { translations } from "../language/language.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { AccountSettings } from "./account-settings.tsx";
import { AppSettings } from "./app-settings.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { CheckSettings } from "./check-settings.tsx";
import { DeviceSettings } from "./device-settings.tsx";
import { TextSettings } from "./text-settings.tsx";

/** The account, and what a person has chosen on this device. */
export function SettingsScreen() {
  return (
    <Screen title={translations(shellTexts).settings}>
      <AccountSettings />
      <AppearanceSettings />
      <AppSettings />
      <TextSettings />
      <CheckSettings />
      <DeviceSettings />
    </Screen>
  );
}
