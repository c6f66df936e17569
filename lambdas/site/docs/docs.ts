import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import type { DocsConfig } from "./docs-config.ts";

const CONFIG = "/docs/config.json";

/** Shows the description of the API. The viewer itself reports why an API does not answer. */
async function show(): Promise<void> {
  const answer = await fetch(CONFIG);
  if (!answer.ok) throw new Error(`${CONFIG} answered ${answer.status}`);
  const { openapi_url: url } = (await answer.json()) as DocsConfig;
  SwaggerUI({
    url,
    dom_id: "#operations",
    // Otherwise the viewer sends the description to a validator of its makers.
    validatorUrl: null,
    // Each operation has an address of its own.
    deepLinking: true,
    docExpansion: "list",
    displayRequestDuration: true,
    // The schemas begin folded up: most readers look for an operation.
    defaultModelsExpandDepth: 0,
  });
}

/** The viewer has its dark colours below this class of the document. */
function followColorScheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", apply);
  apply();
}

followColorScheme();
show().catch((error: unknown) => {
  document.querySelector("#operations")?.append(`The description of the API could not be loaded: ${error}`);
});
