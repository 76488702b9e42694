// Where the symbols of a blast radius stand: columns by distance, tests below the code.
import type { ImpactNode } from "./values";

/** More tests than this stand close together without names; the mouse and the list name them. */
const MANY_TESTS = 40;
const STEP = { x: 240, y: 34 };
/** On a narrow screen names are cut sooner. */
const NARROW_STEP = { x: 120, y: 34 };
const NARROW = 700;
const DENSE_STEP = { x: 22, y: 22 };
/** Beside each symbol stands its name; this much of a column is not for names. */
const MARGIN = 35;
/** Rows that a column may have. */
const ROWS = [4, 6, 8, 10, 12, 14, 17, 20, 25, 30, 40];

interface Place {
  x: number;
  y: number;
}

export interface Layout {
  places: Map<number, Place>;
  /** What stands above a column or a group of tests. */
  headings: { text: string; place: Place }[];
  /** Whether tests stand close together. */
  dense: boolean;
  /** The room for the name of a symbol. */
  nameWidth: number;
}

/** The layout that is drawn largest in a box of this size: few symbols in columns, many in wider ones. */
export function layout(nodes: ImpactNode[], box: { width: number; height: number }): Layout {
  const step = box.width < NARROW ? NARROW_STEP : STEP;
  const layouts = ROWS.map((rows) => withRows(nodes, rows, step));
  const scale = ({ width, height }: Sized) => Math.min(box.width / width, box.height / height);
  return layouts.reduce((best, next) => (scale(next) > scale(best) ? next : best));
}

type Sized = Layout & { width: number; height: number };

function withRows(nodes: ImpactNode[], rows: number, codeStep: Place): Sized {
  const dense = nodes.filter((node) => node.test).length > MANY_TESTS;
  const places = new Map<number, Place>();
  const headings: Layout["headings"] = [];
  const grid = (group: ImpactNode[], x: number, step: Place, most: number, y: (row: number) => number) => {
    group.forEach((node, at) => places.set(node.id, { x: x + Math.floor(at / most) * step.x, y: y(at % most) }));
    return Math.ceil(group.length / most) * step.x;
  };
  const columns = [0, 1, 2, 3, 4].map((distance) => nodes.filter((node) => node.distance === distance));
  const highest = Math.max(...columns.map((column) => Math.min(rows, column.filter((node) => !node.test).length)));
  const testRows = dense ? Math.max(4, Math.round(rows / 2)) : rows;
  const testStep = dense ? DENSE_STEP : codeStep;
  let x = 0;
  columns.forEach((column, distance) => {
    const code = column.filter((node) => !node.test);
    const tests = column.filter((node) => node.test);
    const width = Math.max(
      grid(code, x, codeStep, rows, (row) => -row * codeStep.y),
      grid(tests, x, testStep, testRows, (row) => 82 + row * testStep.y),
    );
    if (code.length && distance) headings.push({ text: distance === 1 ? "directly" : `in ${distance} steps`, place: { x, y: -highest * codeStep.y } });
    if (tests.length) headings.push({ text: `${tests.length} ${tests.length === 1 ? "test" : "tests"}`, place: { x, y: 50 } });
    if (width) x += width + codeStep.x / 4;
  });
  const lowest = Math.max(0, ...columns.map((column) => Math.min(testRows, column.filter((node) => node.test).length))) * testStep.y + 82;
  return { places, headings, dense, nameWidth: codeStep.x - MARGIN, width: x, height: highest * codeStep.y + lowest };
}
