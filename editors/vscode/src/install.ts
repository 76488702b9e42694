// Makes the bundled program: a Python environment with the wheel that is inside the extension.
// Sightline itself comes from the extension; only the libraries it needs are downloaded.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { ProgramError, run } from "./program";

const INTERPRETERS = ["python3", "python3.13", "python3.12", "python3.11", "python", "py"];
const IS_NEW_ENOUGH = "import sys, venv; sys.exit(sys.version_info < (3, 11))";

/** The wheel inside the extension; a development checkout has none. */
export function bundledWheel(extension: string): string | undefined {
  try {
    const folder = join(extension, "bundled");
    const name = readdirSync(folder).find((one) => one.endsWith(".whl"));
    return name && join(folder, name);
  } catch {
    return undefined;
  }
}

/** Where the program made from a wheel is; a newer extension has another wheel and makes its own. */
export function environmentOf(storage: string, wheel: string): string {
  return join(storage, basename(wheel, ".whl"));
}

/** Makes the environment with the first Python that is new enough, else with uv, which brings one. */
export async function install(wheel: string, storage: string, windows = process.platform === "win32"): Promise<void> {
  const target = environmentOf(storage, wheel);
  const python = join(target, windows ? "Scripts/python.exe" : "bin/python");
  const here = { folder: storage };
  mkdirSync(storage, { recursive: true });
  rmSync(target, { recursive: true, force: true });
  try {
    const interpreter = await firstThatRuns(INTERPRETERS, ["-c", IS_NEW_ENOUGH], storage);
    if (interpreter) {
      await run(interpreter, ["-m", "venv", target], here);
      await run(python, ["-m", "pip", "install", "--disable-pip-version-check", "--quiet", wheel], here);
    } else if (await firstThatRuns(["uv"], ["--version"], storage)) {
      await run("uv", ["venv", "--quiet", "--python", "3.11", target], here);
      await run("uv", ["pip", "install", "--quiet", "--python", python, wheel], here);
    } else {
      throw new ProgramError("neither Python 3.11 or newer nor uv was found; install one of them and try again");
    }
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

async function firstThatRuns(programs: string[], words: string[], folder: string): Promise<string | undefined> {
  for (const program of programs) {
    if (await run(program, words, { folder }).then(() => true, () => false)) return program;
  }
  return undefined;
}
