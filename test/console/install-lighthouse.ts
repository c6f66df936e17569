import { installLighthouse } from "./lighthouse.ts";

// `npx node test/console/install-lighthouse.ts`. A test installs nothing: it does not leave loopback.
await installLighthouse();
