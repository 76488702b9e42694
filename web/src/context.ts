// What every screen gets: where values come from, what changed, and how to act.
import type { Source } from "./source";

export interface Context {
  source: Source;
  /** Grow when the database changed, so that screens load again. */
  version: { activity: number; memory: number };
  theme: string;
  /** Runs an action, says what happened, and loads again. */
  act(action: string, values: Record<string, unknown>): Promise<boolean>;
  say(message: string): void;
}
