/** How loud. */
export enum Level {
  /** Everything. */
  Debug,
  Info = 10,
  "very-bad",
}

declare const enum Flag {
  A = 1 << 0,
  B = compute(),
}

export namespace Levels.Names {
  export const fallback: Level = Level.Info;
  const hidden = 1;
  export function of(level: Level): string {
    return Level[level];
  }
}

declare module "legacy" {
  export function legacy(x: number): void;
  export const version: string;
}

declare global {
  interface Window {
    levels: Level[];
  }
}

declare function external(name: string): Level;
