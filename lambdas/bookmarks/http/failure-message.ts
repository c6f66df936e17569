/** The sentence for each failure code. */
const SENTENCES: Readonly<Record<string, string>> = {
  not_found: "The page is not there (404).",
  gone: "The page is gone for good (410).",
  private: "The page asks for a login (401).",
  forbidden: "The site does not let us read the page (403).",
  unexpected_status: "The site answered with a status that no page has.",
  unexpected_redirect: "The site sent us on without saying where to.",
  not_html_or_text: "There is no web page or text at this address.",
  too_large: "The page is too large to be read.",
  too_many_redirects: "The site sent us on too often.",
  blocked_address: "The address leads to a place that is not of the public web.",
  invalid_url: "The site sent us on to an address that is none.",
  unsupported_scheme: "The site sent us on to something that is not the web.",
  undecodable_body: "The page came in a coding that can't be read.",
  name_not_resolved: "The site's name is not known.",
  network: "The connection to the site failed.",
  timeout: "The site took too long.",
  request_timeout: "The site took too long (408).",
  too_early: "The site did not want to answer yet (425).",
  rate_limited: "The site has had too many requests (429).",
  upstream_error: "The site failed (5xx).",
  llm_throttled: "The summariser has had too many requests.",
  llm_unavailable: "The summariser did not answer.",
  llm_timeout: "The summariser took too long.",
  llm_not_permitted: "The summariser's model is not enabled for this account.",
  llm_output_invalid: "The summariser answered something that is no summary.",
  llm_refused: "The summariser refused the page.",
  attempts_used_up: "Every attempt ended before it had a result.",
  reconcile_gave_up: "It was sent to be read three times and never was.",
  message_not_understood: "Its message was of a form that nobody reads.",
};

/** The text for a failure, for people: the stable code, then a sentence. */
export function failureMessage(code: string): string {
  return `${code}: ${SENTENCES[code] ?? "Something went wrong on our side. It has been recorded."}`;
}
