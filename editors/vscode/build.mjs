// Builds the extension, and what its unit tests import: npm run build
import { build } from "esbuild";

const shared = { bundle: true, platform: "node", target: "node20", logLevel: "warning" };
await build({ ...shared, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", format: "cjs", external: ["vscode"] });
await build({ ...shared, entryPoints: ["src/install.ts", "src/known.ts", "src/program.ts", "src/queue.ts", "src/words.ts"], outdir: "dist/test", format: "esm", outExtension: { ".js": ".mjs" } });
