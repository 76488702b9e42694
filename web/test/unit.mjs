// Builds what the unit tests import: modules without a page around them.
import { build } from "esbuild";

const entryPoints = ["src/axis.ts", "src/days.ts", "src/edited_lines.ts", "src/evidence.ts", "src/layout.ts", "src/streams.ts"];
await build({ entryPoints, outdir: "dist", format: "esm", outExtension: { ".js": ".mjs" }, logLevel: "warning" });
