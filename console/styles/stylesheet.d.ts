/** The build collects the stylesheets that modules import. */
declare module "*.css";
