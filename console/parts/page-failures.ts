import { texts, translations } from "../language/language.ts";

/** The API's codes for pages that could not be read or summarised. */
const failureTexts = texts({
  not_found: ["The page does not exist.", "ページが存在しません。"],
  gone: ["The page is gone for good.", "ページは削除されています。"],
  private: ["The page requires a login.", "ページを見るにはログインが必要です。"],
  forbidden: ["The site does not let Magpie read the page.", "サイトがページの読み込みを許可していません。"],
  unexpected_status: ["The site gave an unusual answer.", "サイトから通常とは異なる応答がありました。"],
  unexpected_redirect: [
    "The site points to another address, but does not say which.",
    "サイトの転送先が示されていません。",
  ],
  not_html_or_text: [
    "There is no web page or text at this address.",
    "この URL には Web ページもテキストもありません。",
  ],
  frames_only: [
    "The page consists of other pages, none of which can be read.",
    "このページは複数のフレームからなり、どれも読み取れません。",
  ],
  pdf_encrypted: ["The PDF file asks for a password.", "PDF を開くにはパスワードが必要です。"],
  pdf_without_text: [
    "The PDF file has no text, only pictures, such as a scan.",
    "PDF に文字がありません (スキャンした画像など)。",
  ],
  pdf_broken: [
    "The PDF file is damaged, or takes too long to be read.",
    "PDF が壊れているか、読み込みに時間がかかりすぎます。",
  ],
  pdf_too_large: ["The PDF file is larger than 15 MB.", "PDF が 15 MB を超えています。"],
  too_many_redirects: [
    "The site redirects from one address to the next without end.",
    "サイトの転送が終わりなく繰り返されています。",
  ],
  blocked_address: ["The address is not on the public web.", "公開されている Web の URL ではありません。"],
  invalid_url: ["The site points to an invalid address.", "サイトの転送先の URL が正しくありません。"],
  unsupported_scheme: [
    "The site points to an address that is not on the web.",
    "サイトの転送先が Web の URL ではありません。",
  ],
  undecodable_body: ["The characters of the page can't be decoded.", "ページの文字コードを判別できません。"],
  name_not_resolved: ["There is no site with this name.", "この名前のサイトは見つかりません。"],
  network: ["The connection to the site failed.", "サイトに接続できませんでした。"],
  timeout: ["The site took too long to answer.", "サイトの応答に時間がかかりすぎました。"],
  request_timeout: ["The site took too long to answer.", "サイトの応答に時間がかかりすぎました。"],
  too_early: ["The site refused the request as too early.", "早すぎるリクエストとして、サイトに拒否されました。"],
  rate_limited: ["The site has received too many requests.", "サイトへのアクセスが多すぎます。"],
  upstream_error: ["The site itself has failed.", "サイト側でエラーが発生しています。"],
  llm_throttled: ["The summariser has too much to do.", "要約の処理が混み合っています。"],
  llm_unavailable: ["The summariser did not answer.", "要約の処理が応答しませんでした。"],
  llm_timeout: ["The summariser took too long.", "要約に時間がかかりすぎました。"],
  llm_not_permitted: [
    "The summariser's model is not enabled. Tell an administrator.",
    "要約用のモデルが有効になっていません。管理者に連絡してください。",
  ],
  llm_output_invalid: ["The summariser gave no summary.", "要約を作成できませんでした。"],
  llm_refused: ["The summariser refused the page.", "このページの要約は作成できません。"],
  attempts_used_up: [
    "All attempts to read the page ended without a result.",
    "何度か試しましたが、ページを読み込めませんでした。",
  ],
  reconcile_gave_up: ["The page was never processed.", "ページの処理が行われませんでした。"],
  message_not_understood: [
    "Magpie could not process the page. Tell an administrator.",
    "ページを処理できませんでした。管理者に連絡してください。",
  ],
});

/** Why a page could not be read or summarised: the API's code, and its sentence for people. */
interface PageFailure {
  readonly error_code: string | null;
  readonly error_message: string | null;
}

/** Why a page could not be read, in words for people; the API's own sentence for a code that is not known here. */
export function failureReason({ error_code: code, error_message: message }: PageFailure): string {
  const t = translations(failureTexts);
  if (code !== null && Object.hasOwn(t, code)) return t[code as keyof typeof t];
  return message ?? code ?? "";
}
