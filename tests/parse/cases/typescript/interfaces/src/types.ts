/** A point in the plane. */
export interface Point {
  readonly x: number;
  y?: number;
  distance(to: Point): number;
  (scale: number): Point;
  [key: string]: unknown;
}

export interface Solid<T> extends Point, Comparable<T> {
  volume: () => number;
}

export type Id = string | number;

/** Options of a call. */
export type Options = {
  retries: number;
  onError(error: Error): void;
  nested: { deep: boolean };
};

type Reader<T> = (source: Solid<T>) => Promise<T>;
