// Finds the sightline program and runs it; knows nothing of VS Code.
import { execFile } from "node:child_process";
import { constants, accessSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

export interface Places {
  setting: string;
  /** The environment that was made from the wheel inside the extension. */
  bundled: string;
  environment: NodeJS.ProcessEnv;
  home: string;
  windows: boolean;
}

/** The places to look at, in order: the setting, the bundled program, PATH, then uv's and pipx's folders. */
export function candidates(places: Places): string[] {
  const { environment, home, windows } = places;
  if (places.setting) return [places.setting.replace(/^~(?=[\\/])/, home)];
  const name = windows ? "sightline.exe" : "sightline";
  const own = windows ? "Scripts" : "bin";
  const folders = [
    places.bundled && join(places.bundled, own),
    ...(environment.PATH ?? "").split(delimiter),
    environment.UV_TOOL_BIN_DIR,
    environment.PIPX_BIN_DIR,
    environment.XDG_BIN_HOME,
    join(home, ".local", "bin"),
    join(home, ".local", "share", "uv", "tools", "sightline", own),
    join(home, ".local", "share", "pipx", "venvs", "sightline", own),
    join(home, "pipx", "venvs", "sightline", own),
    ...(windows ? [] : ["/usr/local/bin", "/opt/homebrew/bin"]),
  ];
  return [...new Set(folders.filter((folder) => folder))].map((folder) => join(folder!, name));
}

export function findProgram(setting: string, bundled: string): string | undefined {
  const windows = process.platform === "win32";
  return candidates({ setting, bundled, environment: process.env, home: homedir(), windows }).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A failure that a person can act on, as the program words it. */
export class ProgramError extends Error {}

export interface RunOptions {
  folder: string;
  input?: string;
  environment?: NodeJS.ProcessEnv;
}

export function run(program: string, words: string[], { folder, input = "", environment = {} }: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...environment, NO_COLOR: "1" } };
    const child = execFile(program, words, options, (error, output, problems) => {
      if (error) reject(new ProgramError(firstLine(problems) || error.message));
      else resolve(output);
    });
    // A program that ends without reading its input is no failure of ours.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

export function firstLine(text: string): string {
  return text.replace(/^error: /, "").split("\n")[0]?.trim() ?? "";
}
