import type { InEachLanguage, Language } from "../../../lambdas/shared/notices/languages.ts";
import { LANGUAGES, languageOf } from "../../../lambdas/shared/notices/languages.ts";

/** Why a request to the pages gets a page that tells so, and no redirect; in the order of `LANGUAGES`. */
const REASONS = {
  unknown_client: [
    "The user pool has no client with this client_id that may ask for a code.",
    "この client_id で、コードを要求できるクライアントは、ユーザープールにありません。",
  ],
  unknown_redirect: [
    "The address in redirect_uri is not one of the client's callback addresses.",
    "redirect_uri の URL は、クライアントのコールバック URL に登録されていません。",
  ],
  unknown_logout: [
    "The address in logout_uri is not one of the client's logout addresses.",
    "logout_uri の URL は、クライアントのサインアウト URL に登録されていません。",
  ],
  no_passkeys: [
    "Nobody proves who they are on this machine, so there is no passkey to add. On AWS, Cognito's page adds it.",
    "このコンピューターでは本人確認がないため、追加できるパスキーはありません。AWS では Cognito のページで追加します。",
  ],
  not_opened: [
    "It is the last line that npm start printed, and console.url in the file outputs.json of the data folder. It lets this browser sign in.",
    "npm start が最後の行に表示した URL です。データフォルダーの outputs.json の console.url にもあります。開くと、このブラウザーでサインインできるようになります。",
  ],
} as const;

/** In the order of `LANGUAGES`. */
const WORDS = {
  title: ["Sign in to Magpie", "Magpie にサインイン"],
  explanation: [
    "Magpie runs on this machine. Choose any user name; there is no password. The same name gives you the same data again.",
    "Magpie はこのコンピューターで動いています。ユーザー名は自由に選べます。パスワードはありません。同じ名前を使うと、同じデータが表示されます。",
  ],
  userName: ["User name", "ユーザー名"],
  administrator: ["Administrator", "管理者"],
  signIn: ["Sign in", "サインイン"],
  invalidUserName: [
    "Enter a user name of 1 to 128 characters, without spaces.",
    "空白を含まない 1〜128 文字のユーザー名を入力してください。",
  ],
  /** The title of a request that no browser of this system sends. */
  refused: ["Signing in or out is not possible here", "ここではサインインもサインアウトもできません"],
  /** The title for a browser that has not opened the console's address. */
  openFirst: ["Open the address that npm start printed", "npm start が表示した URL を開いてください"],
  ...REASONS,
} as const satisfies Readonly<Record<string, InEachLanguage<string>>>;

export type RefusalReason = keyof typeof REASONS;

/** The words of the sign-in page in one language. */
export interface SignInWords extends Readonly<Record<keyof typeof WORDS, string>> {
  readonly language: Language;
}

/**
 * The words in the first language of the lists that the page knows, otherwise in English.
 *
 * @param wanted lists of languages, the most important first: `lang` of Cognito, `ui_locales` of OpenID Connect, and
 *   `Accept-Language`, whose order counts and not its weights
 */
export function signInWords(...wanted: readonly (string | undefined)[]): SignInWords {
  const language = languageOf(wanted.flatMap((list) => (list ?? "").split(/[\s,;]+/)));
  const index = LANGUAGES.indexOf(language);
  const words = Object.fromEntries(Object.entries(WORDS).map(([key, text]) => [key, text[index]]));
  return { language, ...(words as Record<keyof typeof WORDS, string>) };
}
