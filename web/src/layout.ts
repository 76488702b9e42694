// Where the symbols of a blast radius stand: columns by distance, tests below the code.
import type { ImpactNode } from "./values";

/** Rows of a column; a column with more of them gets wider. */
const ROWS = 20;
/** More tests than this stand close together without names; the mouse and the list name them. */
const MANY_TESTS = 40;
const DENSE_ROWS = 10;
const GAP = 60;

interface Place {
  x: number;
  y: number;
}

export interface Layout {
  places: Map<number, Place>;
  /** Whether tests stand close together. */
  dense: boolean;
}

export function layout(nodes: ImpactNode[]): Layout {
  const dense = nodes.filter((node) => node.test).length > MANY_TESTS;
  const places = new Map<number, Place>();
  const grid = (group: ImpactNode[], x: number, rows: number, width: number, y: (row: number) => number) => {
    group.forEach((node, at) => places.set(node.id, { x: x + Math.floor(at / rows) * width, y: y(at % rows) }));
    return Math.ceil(group.length / rows) * width;
  };
  let x = 0;
  for (let distance = 0; distance <= 4; distance++) {
    const column = nodes.filter((node) => node.distance === distance);
    const code = column.filter((node) => !node.test);
    const tests = column.filter((node) => node.test);
    const width = Math.max(
      grid(code, x, ROWS, 210, (row) => -row * 34),
      dense ? grid(tests, x, DENSE_ROWS, 22, (row) => 60 + row * 22) : grid(tests, x, ROWS, 210, (row) => 80 + row * 34),
    );
    if (width) x += width + GAP;
  }
  return { places, dense };
}
