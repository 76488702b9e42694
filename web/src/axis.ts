// Labels and ranges of the axes of charts.

/** Amounts are compared by their length, so their axis begins at zero. */
export function fromZero(high: number): [number, number] {
  return [0, high > 0 ? high * 1.1 : 1];
}

/** Marks on the time axis: days, or hours where they are close. */
export function dates(marks: number[], step: number): string[] {
  const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
  const hour = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  let last = "";
  return marks.map((mark) => {
    const date = new Date(mark * 1000);
    const today = day.format(date);
    const text = step >= 86_400 ? today : today === last ? hour.format(date) : `${hour.format(date)}\n${today}`;
    last = today;
    return text;
  });
}

/** An amount on an axis: "150 k". */
export function short(value: number): string {
  if (Math.abs(value) >= 1e6) return `${value / 1e6} M`;
  if (Math.abs(value) >= 1e3) return `${value / 1e3} k`;
  return String(value);
}

/** Layers on each other: each with the sum of those below it. */
export function stacked(layers: (number | null)[][]): number[][] {
  const sums: number[][] = [];
  for (const layer of layers) {
    const below = sums[sums.length - 1];
    sums.push(layer.map((value, at) => (value ?? 0) + (below?.[at] ?? 0)));
  }
  return sums;
}
