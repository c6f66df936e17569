/** The sentence for each failure code. */
const SENTENCES: Readonly<Record<string, string>> = {
  not_found: "The page does not exist (404).",
  gone: "The page is gone for good (410).",
  private: "The page requires a login (401).",
  forbidden: "The site does not let us read the page (403).",
  unexpected_status: "The site answered with a status that no page has.",
  unexpected_redirect: "The site sent a redirect without an address.",
  not_html_or_text: "There is no web page or text at this address.",
  frames_only: "The page consists of other pages, none of which can be read.",
  pdf_encrypted: "The PDF file asks for a password.",
  pdf_without_text: "The PDF file has no text, only pictures, such as a scan.",
  pdf_broken: "The PDF file is damaged, or takes too much time or memory to be read.",
  pdf_too_large: "The PDF file is larger than 15 MB.",
  too_many_redirects: "The site sent too many redirects.",
  blocked_address: "The address is not on the public web.",
  invalid_url: "The site redirected to an invalid address.",
  unsupported_scheme: "The site redirected to an address that is not on the web.",
  undecodable_body: "The page has an encoding that can't be decoded.",
  sent_page_gone: "The page that was sent is kept no longer. Send it again.",
  name_not_resolved: "The site's name is not known.",
  network: "The connection to the site failed.",
  timeout: "The site took too long.",
  request_timeout: "The site took too long (408).",
  too_early: "The site refused the request as too early (425).",
  rate_limited: "The site has had too many requests (429).",
  upstream_error: "The site failed (5xx).",
  llm_throttled: "The summariser has had too many requests.",
  llm_unavailable: "The summariser did not answer.",
  llm_timeout: "The summariser took too long.",
  llm_not_permitted: "The summariser's model is not enabled for this account.",
  llm_output_invalid: "The summariser's answer was no summary.",
  llm_refused: "The summariser refused the page.",
  attempts_used_up: "Every attempt ended before it had a result.",
  reconcile_gave_up: "The page was queued three times and never processed.",
  message_not_understood: "Its message could not be read.",
};

/** The text for a failure, for people: the stable code, then a sentence. */
export function failureMessage(code: string): string {
  return `${code}: ${SENTENCES[code] ?? "Something went wrong on our side. It has been recorded."}`;
}
