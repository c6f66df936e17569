/** A page with an article, as a simulated site answers it. */
export const FERRY_PAGE = `<!doctype html><html lang="en"><head><title>The island ferry</title>
<meta property="og:site_name" content="Harbour notes"><meta name="author" content="A. Writer">
<meta property="og:image" content="/ferry.jpg"></head><body><nav><a href="/">Home</a></nav><article>
<h1>The island ferry</h1>
<p>The ferry to the island leaves the harbour twice a day, in the morning and in the late afternoon.</p>
<p>In winter the ferry often stays in the harbour, because the waves before the island are too high for it.</p>
<p>Tickets for the ferry are sold at the harbour office, which opens an hour before each departure.</p>
</article></body></html>`;
