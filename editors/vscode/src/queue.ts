// Work that must not be felt: one task at a time, with a pause between two; knows nothing of VS Code.

/** Runs tasks in order, each key once while it waits; the oldest go when too many wait. */
export class PacedQueue {
  private waiting = new Map<string, () => Promise<void>>();
  private running?: Promise<void>;
  private stopped = false;

  constructor(
    private pause: number,
    private most: number,
  ) {}

  get length(): number {
    return this.waiting.size;
  }

  add(key: string, task: () => Promise<void>): void {
    if (this.stopped) return;
    this.waiting.delete(key);
    this.waiting.set(key, task);
    for (const oldest of this.waiting.keys()) {
      if (this.waiting.size <= this.most) break;
      this.waiting.delete(oldest);
    }
    this.running ??= this.work();
  }

  clear(): void {
    this.waiting.clear();
  }

  /** Resolves when nothing waits and nothing runs. */
  async idle(): Promise<void> {
    await this.running;
  }

  dispose(): void {
    this.stopped = true;
    this.clear();
  }

  private async work(): Promise<void> {
    for (;;) {
      const next = this.waiting.entries().next();
      if (next.done) break;
      const [key, task] = next.value;
      this.waiting.delete(key);
      // A failed task is one the language server could not answer; the next one may succeed.
      await task().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, this.pause));
    }
    this.running = undefined;
  }
}
