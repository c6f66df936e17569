/** The part of the viewer's options that the page uses (Swagger UI documentation, "Configuration"). */
interface ViewerOptions {
  readonly url: string;
  readonly dom_id: string;
  readonly validatorUrl: null;
  readonly deepLinking: boolean;
  readonly docExpansion: "list";
  readonly displayRequestDuration: boolean;
  readonly defaultModelsExpandDepth: number;
}

declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: ViewerOptions): unknown;
}
