// Builds the page into one HTML file inside the Python package: npm run build
// With --check it writes nothing and fails when the checked-in file is not what it would write.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const target = new URL("../src/sightline/view/page.html", import.meta.url);

const bundle = await build({
  entryPoints: [new URL("src/main.tsx", import.meta.url).pathname],
  bundle: true,
  minify: true,
  write: false,
  outdir: "out",
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "inline",
  loader: { ".css": "css" },
});
const output = (ending) => bundle.outputFiles.find((file) => file.path.endsWith(ending)).text;
// Inside a script element, no text may look like its end.
const script = output(".js").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
// tests/view/test_page.py compares this hash with the sources, so that a stale page is noticed without Node.js.
const folder = new URL(".", import.meta.url).pathname;
const sources = readdirSync(new URL("src", import.meta.url), { recursive: true }).map((name) => `src/${name}`).filter((name) => /\.\w+$/.test(name));
const hash = createHash("sha256");
for (const name of [...sources, "build.mjs", "package-lock.json"].sort()) hash.update(`${name}\n`).update(readFileSync(folder + name));
const template = readFileSync(new URL("src/template.html", import.meta.url), "utf8");
const page = template
  .replace("/*sources*/", hash.digest("hex"))
  .replace("/*styles*/", () => output(".css").trim())
  .replace("/*script*/", () => script.trim());

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== page) {
    console.error("src/sightline/view/page.html is stale: npm run build");
    process.exit(1);
  }
} else {
  writeFileSync(target, page);
  console.log(`${target.pathname}: ${Math.round(page.length / 1024)} kB`);
}
