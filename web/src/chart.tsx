// Charts over time: bars, stacks, lines and lanes, with a legend and the figures under the mouse.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { dates, fromZero, short, stacked } from "./axis";
import { colour, count } from "./parts";

export interface Line {
  label: string;
  /** A colour of the page by its name. */
  colour: string;
  values: (number | null)[];
  /** Bars of all such lines stand on each other, the first at the bottom, or beside each other (see `sideBySide`). */
  bars?: boolean;
  /** How large a point is drawn at each value. */
  points?: number;
  /** Points are rings, to be drawn around others. */
  rings?: boolean;
  /** How wide the line between values is; none between points unless given. */
  width?: number;
  /** Not named in the legend and under the mouse. */
  quiet?: boolean;
}

/** What is said about one place of the time axis. */
export interface Tip {
  title: string;
  rows: { colour: string; label: string; text: string }[];
}

export interface ChartProps {
  title: string;
  /** For those who do not see the chart. */
  label: string;
  /** In seconds. */
  times: number[];
  lines: Line[];
  theme: string;
  height?: number;
  unit?: string;
  sideBySide?: boolean;
  /** Lanes instead of amounts: the name of each number, counted from 1. */
  lanes?: string[];
  tip?: (index: number) => Tip | null;
  onPick?: (index: number) => void;
}

const FONT = "12px Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Steps of an axis of amounts: 1, 2, 5, 10 and so on, as no part of one is counted. */
const WHOLE = Array.from({ length: 24 }, (_, at) => [1, 2, 5][at % 3]! * 10 ** Math.floor(at / 3));

export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element || !props.times.length) return;
    const drawn = drawnLines(props);
    const data = [props.times, ...drawn.map((line) => line.values)] as uPlot.AlignedData;
    const chart = new uPlot(options(props, drawn, element), data, element);
    const tip = new TipBox(chart, props);
    const picked = () => chart.cursor.idx != null && props.onPick?.(chart.cursor.idx);
    chart.over.addEventListener("mousemove", tip.show);
    chart.over.addEventListener("mouseleave", tip.hide);
    if (props.onPick) chart.over.addEventListener("click", picked);
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth || 300, height: props.height ?? 150 }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [props.times, props.lines, props.theme, props.height]);
  return (
    <figure class="chart">
      <figcaption>
        <b>{props.title}</b>
        <span class="legend">
          {props.lines
            .filter((line) => !line.quiet)
            .map((line) => (
              <span key={line.label}>
                <i class={line.rings ? "ring" : line.bars ? "square" : line.points ? "dot" : "stroke"} style={line.rings ? {} : { background: `var(--${line.colour})` }} /> {line.label}
              </span>
            ))}
        </span>
      </figcaption>
      <div ref={box} class={props.onPick ? "plot picks" : "plot"} role="img" aria-label={props.label} />
    </figure>
  );
}

/** What uPlot draws: a stack as sums, the highest first, so that the lower ones are drawn over it. */
function drawnLines({ lines, sideBySide }: ChartProps): Line[] {
  const bars = lines.filter((line) => line.bars);
  if (sideBySide || bars.length < 2) return lines;
  const sums = stacked(bars.map((line) => line.values));
  return [...bars.map((line, at) => ({ ...line, values: sums[at]! })).reverse(), ...lines.filter((line) => !line.bars)];
}

function options(props: ChartProps, drawn: Line[], element: HTMLElement): uPlot.Options {
  const { times, lanes } = props;
  const first = times[0]!;
  const last = times[times.length - 1]!;
  // Half a bar of room at both ends; the bars are drawn around their times.
  const isBars = drawn.some((line) => line.bars);
  const step = (last - first) / Math.max(1, times.length - 1) || 86_400;
  const room = lanes && last > first ? (last - first) / 60 : step / 2;
  const axis = { stroke: colour("dim"), font: FONT, grid: { stroke: colour("line"), width: 1 }, ticks: { show: false } };
  const bars = drawn.filter((line) => line.bars);
  return {
    width: element.clientWidth || 300,
    height: props.height ?? 150,
    padding: [10, 20, 0, 0],
    legend: { show: false },
    cursor: { points: { show: false }, drag: { x: false, y: false }, x: !isBars, y: false },
    scales: {
      x: { time: true, range: () => [first - room, last + room] },
      y: { range: lanes ? [0.4, lanes.length + 0.6] : (_, _low, high) => fromZero(high) },
    },
    axes: [
      // Labels with hours have a second line for the day.
      { ...axis, grid: { show: false }, space: 70, values: (_, marks, _axis, _space, width) => dates(marks, width), size: (_, labels) => (labels?.some((label) => label?.includes("\n")) ? 42 : 26) },
      lanes
        ? { ...axis, size: widest, splits: () => lanes.map((_, at) => at + 1), values: (_, all) => all.map((lane) => lanes[lane - 1] ?? "") }
        : { ...axis, size: widest, space: 34, incrs: WHOLE, values: (_, all) => all.map((one) => (props.unit ? count(one) + props.unit : short(one))) },
    ],
    series: [
      {},
      ...drawn.map((line): uPlot.Series => {
        const shared = { label: line.label, stroke: colour(line.colour), spanGaps: !lanes };
        if (line.points) return { ...shared, ...(line.width ? { width: line.width } : { paths: () => null }), points: { show: true, size: line.points, fill: colour(line.rings ? "card" : line.colour), stroke: colour(line.colour), width: line.rings ? 1.5 : 0 } };
        if (!line.bars) return { ...shared, width: line.width ?? 2, points: { show: !lanes && times.length < 3, size: 6 } };
        const place = props.sideBySide ? bars.indexOf(line) : 0;
        const paths = props.sideBySide ? uPlot.paths.bars!({ size: [0.36, 22], align: place ? 1 : -1, gap: 2 }) : uPlot.paths.bars!({ size: [0.76, 34] });
        return { ...shared, width: 0, fill: colour(line.colour), paths, points: { show: false } };
      }),
    ],
  };
}

/** The figures of the place under the mouse, beside it. */
class TipBox {
  private readonly box = document.createElement("div");

  constructor(
    private chart: uPlot,
    private props: ChartProps,
  ) {
    this.box.className = "tip";
    this.box.hidden = true;
    chart.over.appendChild(this.box);
  }

  show = () => {
    const { idx, left = 0 } = this.chart.cursor;
    const tip = idx == null ? null : this.props.tip ? this.props.tip(idx) : this.figures(idx);
    this.box.hidden = !tip;
    if (!tip) return;
    const title = document.createElement("b");
    title.textContent = tip.title;
    this.box.replaceChildren(title, ...tip.rows.map(tipRow));
    const isRight = left > this.chart.over.clientWidth / 2;
    this.box.style.left = isRight ? "auto" : `${left + 14}px`;
    this.box.style.right = isRight ? `${this.chart.over.clientWidth - left + 14}px` : "auto";
  };

  hide = () => {
    this.box.hidden = true;
  };

  private figures(index: number): Tip {
    const { times, lines, unit = "" } = this.props;
    const step = times.length > 1 ? times[1]! - times[0]! : 86_400;
    const style = step >= 86_400 ? ({ dateStyle: "medium" } as const) : ({ dateStyle: "medium", timeStyle: "short" } as const);
    const rows = lines.filter((line) => !line.quiet && line.values[index] != null);
    return {
      title: new Intl.DateTimeFormat("en", style).format(new Date(times[index]! * 1000)),
      rows: rows.map((line) => ({ colour: line.colour, label: line.label, text: count(Math.round(line.values[index]!)) + unit })),
    };
  }
}

function tipRow({ colour: name, label, text }: Tip["rows"][number]): HTMLElement {
  const row = document.createElement("div");
  const mark = document.createElement("i");
  mark.style.background = `var(--${name})`;
  const figure = document.createElement("b");
  figure.textContent = text;
  row.append(mark, label, figure);
  return row;
}

/** Room for the widest label beside a chart. */
function widest(chart: uPlot, labels: string[] | null): number {
  const { ctx } = chart;
  ctx.save();
  ctx.font = FONT;
  const width = Math.max(24, ...(labels ?? []).map((label) => ctx.measureText(label ?? "").width));
  ctx.restore();
  return Math.ceil(width) + 16;
}
