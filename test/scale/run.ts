// Simulates the production stage at three sizes and prints the tables of docs/scale.md: npx node test/scale/run.ts
import { productionReport } from "./production.ts";

for (const [name, table] of Object.entries(await productionReport())) console.log(`${name}\n\n${table}\n`);
