// What a change of one symbol may reach, by distance and certainty.
import cytoscape from "cytoscape";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Context } from "../context";
import { layout } from "../layout";
import { Badge, Empty, Loading, Place, Screen, Tiles, colour, count, plural, shortKey, useLoaded } from "../parts";
import { navigate } from "../route";
import type { Impact, ImpactNode, SymbolName } from "../values";

export function ImpactScreen({ context, argument }: { context: Context; argument: string }) {
  const { source } = context;
  const [depth, setDepth] = useState("2");
  const { value: told } = useLoaded<string[]>(() => source.ask("told_symbols", {}), []);
  const symbol = argument || told?.[0] || "";
  const { value, error } = useLoaded<Impact | null>(
    () => (symbol ? source.ask("impact", { symbol, depth }) : Promise.resolve(null)),
    [symbol, depth],
  );
  return (
    <Screen
      title="Blast radius"
      lead="What a change of one symbol may reach. An assistant asks for this with the get_impact_graph tool before it changes a function. Certain edges were resolved; possible ones the code leaves open."
    >
      <div class="filters">
        {source.asks ? (
          <SymbolSearch context={context} />
        ) : (
          <label>
            Symbol
            <select value={symbol} onChange={(event) => go(event.currentTarget.value)}>
              {(told ?? []).map((name) => (
                <option key={name} value={name}>
                  {shortKey(name).name} – {shortKey(name).place}
                </option>
              ))}
            </select>
          </label>
        )}
        {source.asks && (
          <label>
            Distance
            <select value={depth} onChange={(event) => setDepth(event.currentTarget.value)}>
              {["1", "2", "3", "4"].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {source.asks && !!told?.length && (
        <p class="chips">
          <span>Told lately</span>
          {told.map((name) => (
            <a key={name} href={`#/impact/${encodeURIComponent(name)}`} aria-current={name === symbol ? "true" : undefined}>
              {shortKey(name).name}
            </a>
          ))}
        </p>
      )}
      {!symbol ? (
        <Empty command={source.asks ? undefined : "sightline view --symbol NAME"}>No symbol was told yet{source.asks ? ": search for one." : "; choose one when you make the page."}</Empty>
      ) : !value ? (
        <Loading error={error} />
      ) : (
        <Radius context={context} value={value} />
      )}
    </Screen>
  );
}

function go(symbol: string): void {
  navigate(`#/impact/${encodeURIComponent(symbol)}`);
}

function SymbolSearch({ context }: { context: Context }) {
  const [part, setPart] = useState("");
  const { value } = useLoaded<SymbolName[]>(
    () => (part.length > 1 ? context.source.ask("symbols", { part }) : Promise.resolve([])),
    [part],
  );
  return (
    <div class="symbol-search">
      <label>
        Find a symbol
        <input type="search" placeholder="Part of a name" value={part} onInput={(event) => setPart(event.currentTarget.value)} autocomplete="off" />
      </label>
      {part.length > 1 && (
        <ul class="hits" aria-label="Matching symbols">
          {(value ?? []).map((hit) => (
            <li key={hit.name + hit.line}>
              <button
                type="button"
                class="link"
                onClick={() => {
                  go(hit.name);
                  setPart("");
                }}
              >
                <span>{hit.label}</span> <span class="dim">{hit.path}</span>
              </button>
            </li>
          ))}
          {value && !value.length && <li class="dim">no symbol contains this</li>}
        </ul>
      )}
    </div>
  );
}

function Radius({ context, value }: { context: Context; value: Impact }) {
  const walk = (node: ImpactNode) => go(`${node.path}::${node.qualified}`);
  const others = value.nodes.filter((node) => node.distance > 0);
  const sure = value.total - value.possible;
  return (
    <>
      <h2 class="symbol">
        {shortKey(`::${value.symbol}`).name} <Place source={context.source} path={value.path} line={value.line} />
      </h2>
      {!value.total ? (
        <Empty>Nothing in this project depends on it.</Empty>
      ) : (
        <>
          <Tiles
            tiles={[
              { label: "Reached", value: (value.cut ? "at least " : "") + count(value.total), note: `${plural(value.total, "symbol")} in ${plural(value.files, "file")}` },
              { label: "Certain", value: count(sure), note: "resolved by the code" },
              { label: "Possible", value: count(value.possible), note: value.possible ? "the code leaves them open" : "nothing is left open", tone: value.possible ? "doubt" : undefined },
              { label: "Tests", value: count(value.tests), note: value.tests ? "run these after a change" : "no test reaches it", tone: value.tests ? undefined : "bad" },
            ]}
          />
          <Legend value={value} />
          <Graph value={value} theme={context.theme} onWalk={walk} />
          {groups(others).map(({ title, nodes }) => (
            <Reached key={title} context={context} title={title} nodes={nodes} onWalk={walk} />
          ))}
        </>
      )}
    </>
  );
}

function Legend({ value }: { value: Impact }) {
  return (
    <p class="legend" role="status">
      <span><i class="edge" /> certain</span>
      <span><i class="edge possible" /> possible</span>
      <span><i class="dot" style={{ background: "var(--accent)" }} /> code</span>
      <span><i style={{ background: "var(--unused)" }} /> tests, below the code</span>
      <span>click a symbol to walk there</span>
      {value.rest > 0 && <strong>{count(value.rest)} more are not drawn</strong>}
    </p>
  );
}

interface Group {
  title: string;
  nodes: ImpactNode[];
}

/** Code by distance, then the tests. */
function groups(nodes: ImpactNode[]): Group[] {
  const steps = [1, 2, 3, 4].map((distance) => ({
    title: distance === 1 ? "Directly" : `In ${distance} steps`,
    nodes: nodes.filter((node) => !node.test && node.distance === distance),
  }));
  return [...steps, { title: "Tests", nodes: nodes.filter((node) => node.test) }].filter((group) => group.nodes.length);
}

function Reached(props: Group & { context: Context; onWalk: (node: ImpactNode) => void }) {
  return (
    <details class="panel advice" open={props.nodes.length <= 40}>
      <summary>
        {props.title}: {count(props.nodes.length)}
      </summary>
      <ul class="reached">
        {props.nodes.map((node) => (
          <li key={node.id}>
            <Badge kind={node.certainty}>{node.certainty}</Badge>
            <button type="button" class="link" onClick={() => props.onWalk(node)}>
              {shortKey(`::${node.qualified}`).name}
            </button>
            <Place source={props.context.source} path={node.path} line={node.line} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Graph({ value, theme, onWalk }: { value: Impact; theme: string; onWalk: (node: ImpactNode) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<{ fit(): void; zoom(factor: number): void } | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const { places, headings, dense, nameWidth } = layout(value.nodes, { width: box.current.clientWidth, height: box.current.clientHeight });
    const tests = new Set(value.nodes.filter((node) => node.test).map((node) => node.id));
    const graph = cytoscape({
      container: box.current,
      minZoom: 0.15,
      maxZoom: 2,
      // The wheel and one finger scroll the page.
      userZoomingEnabled: false,
      userPanningEnabled: matchMedia("(pointer: fine)").matches,
      elements: [
        ...value.nodes.map((node) => ({
          data: { id: String(node.id), label: shortKey(`::${node.qualified}`).name, node },
          classes: `${node.distance === 0 ? "origin" : ""} ${node.test ? "test" : ""} ${node.certainty}`,
        })),
        ...headings.map(({ text }, at) => ({ data: { id: `heading ${at}`, label: text }, classes: "heading", selectable: false, grabbable: false })),
        ...value.edges.map((edge) => ({
          data: { source: String(edge.from), target: String(edge.to) },
          classes: `${edge.certainty} ${dense && tests.has(edge.from) ? "faint" : ""}`,
        })),
      ],
      layout: { name: "preset", padding: 24, positions: Object.fromEntries([...places, ...headings.map(({ place }, at) => [`heading ${at}`, place] as const)]) },
      style: [
        {
          selector: "node",
          style: {
            label: "data(label)",
            "font-size": 12,
            "font-family": "Inter, system-ui, sans-serif",
            color: colour("text"),
            "text-valign": "center",
            "text-halign": "right",
            "text-margin-x": 5,
            "text-max-width": `${nameWidth}px`,
            "text-wrap": "ellipsis",
            "text-background-color": colour("card"),
            "text-background-opacity": 0.8,
            width: 14,
            height: 14,
            "background-color": colour("accent"),
          },
        },
        { selector: "node.heading", style: { "background-opacity": 0, width: 1, height: 1, "font-size": 11, color: colour("dim"), "text-margin-x": -8, "text-max-width": "300px", "text-background-opacity": 0, events: "no" } },
        { selector: "node.possible", style: { "background-color": colour("doubt") } },
        { selector: "node.test", style: { shape: "round-rectangle", "background-color": colour("unused") } },
        ...(dense ? [{ selector: "node.test", style: { label: "" } }] : []),
        { selector: "node.origin", style: { width: 22, height: 22, "background-color": colour("used"), "font-weight": "bold" } },
        {
          selector: "edge",
          style: {
            width: 1,
            "curve-style": "bezier",
            "line-color": colour("accent"),
            "target-arrow-color": colour("accent"),
            "target-arrow-shape": "triangle",
            "arrow-scale": 0.7,
            opacity: 0.45,
          },
        },
        { selector: "edge.possible", style: { "line-style": "dashed", "line-color": colour("doubt"), "target-arrow-color": colour("doubt") } },
        { selector: "edge.faint", style: { opacity: 0.12, "target-arrow-shape": "none" } },
        { selector: "edge.lit", style: { opacity: 1, width: 2 } },
        { selector: "node.lit", style: { label: "data(label)", "font-weight": "bold", "z-index": 9 } },
      ],
    });
    graph.on("tap", "node[node]", (event) => onWalk(event.target.data("node") as ImpactNode));
    const cursor = (name: string) => (box.current!.style.cursor = name);
    graph.on("mouseover", "node[node]", (event) => (cursor("pointer"), event.target.addClass("lit").connectedEdges().addClass("lit")));
    graph.on("mouseout", "node[node]", (event) => (cursor(""), event.target.removeClass("lit").connectedEdges().removeClass("lit")));
    const fit = () => {
      graph.resize().fit(undefined, 24);
      // A few symbols are not drawn larger than text.
      if (graph.zoom() > 1.2) graph.zoom(1.2).center();
    };
    shown.current = { fit, zoom: (factor) => graph.zoom({ level: graph.zoom() * factor, renderedPosition: { x: graph.width() / 2, y: graph.height() / 2 } }) };
    const resized = new ResizeObserver(fit);
    resized.observe(box.current);
    return () => {
      resized.disconnect();
      graph.destroy();
    };
  }, [value, theme]);
  return (
    <div class="graph-box">
      <div ref={box} class="graph" role="img" aria-label={`Graph of what depends on ${value.symbol}; the list below has the same symbols`} />
      <div class="zoom">
        <button type="button" aria-label="Larger" onClick={() => shown.current?.zoom(1.3)}>
          +
        </button>
        <button type="button" aria-label="Smaller" onClick={() => shown.current?.zoom(1 / 1.3)}>
          −
        </button>
        <button type="button" onClick={() => shown.current?.fit()}>
          Fit
        </button>
      </div>
    </div>
  );
}
