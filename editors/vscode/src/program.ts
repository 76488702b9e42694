// Finds the sightline program and runs it; knows nothing of VS Code.
import { execFile } from "node:child_process";
import { constants, accessSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

export interface Places {
  setting: string;
  bundled: string;
  path: string;
  home: string;
  windows: boolean;
}

/** The places to look at, in order: the setting, the bundled program, PATH, then uv's and pipx's folders. */
export function candidates(places: Places): string[] {
  const name = places.windows ? "sightline.exe" : "sightline";
  if (places.setting) return [places.setting.replace(/^~(?=[\\/])/, places.home)];
  const folders = places.path.split(delimiter).filter(Boolean);
  const usual = [
    join(places.home, ".local", "bin"),
    join(places.home, ".local", "share", "uv", "tools", "sightline", places.windows ? "Scripts" : "bin"),
    join(places.home, ".local", "share", "pipx", "venvs", "sightline", "bin"),
    "/usr/local/bin",
    "/opt/homebrew/bin",
  ];
  return [places.bundled, ...folders.map((folder) => join(folder, name)), ...usual.map((folder) => join(folder, name))].filter(Boolean);
}

export function findProgram(setting: string, bundled: string): string | undefined {
  const windows = process.platform === "win32";
  const places = { setting, bundled, path: process.env.PATH ?? "", home: homedir(), windows };
  return candidates(places).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A failure that a person can act on, as the program words it. */
export class ProgramError extends Error {}

export function run(program: string, words: string[], folder: string, input = "", environment: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...environment, NO_COLOR: "1" } };
    const child = execFile(program, words, options, (error, output, problems) => {
      if (error) reject(new ProgramError(firstLine(problems) || error.message));
      else resolve(output);
    });
    child.stdin?.end(input);
  });
}

export async function ask<Value>(program: string, words: string[], folder: string, environment: NodeJS.ProcessEnv = {}): Promise<Value> {
  return JSON.parse(await run(program, [...words, "--json"], folder, "", environment)) as Value;
}

export function firstLine(text: string): string {
  return text.replace(/^error: /, "").split("\n")[0]?.trim() ?? "";
}
