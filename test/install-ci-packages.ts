import { installCiPackages } from "./ci-packages.ts";

// `npx node test/install-ci-packages.ts`. A test installs nothing: it does not leave loopback.
await installCiPackages();
