// What a change of one symbol may reach, by distance and certainty.
import cytoscape from "cytoscape";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Context } from "../context";
import { Badge, Empty, Loading, Place, Screen, colour, count, plural, shortKey, useLoaded } from "../parts";
import { layout } from "../layout";
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
      lead="What a change of one symbol may reach. An assistant asks for this with the get_impact_graph tool before it changes a function; certain edges were resolved, possible ones were not decided by the code."
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
          Told lately:{" "}
          {told.map((name) => (
            <a key={name} href={`#/impact/${encodeURIComponent(name)}`} aria-current={name === symbol ? "true" : undefined}>
              {shortKey(name).name}
            </a>
          ))}
        </p>
      )}
      {!symbol ? (
        <Empty>No symbol was told yet{source.asks ? ": search for one." : "; make the page with --symbol NAME."}</Empty>
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
        <input type="search" value={part} onInput={(event) => setPart(event.currentTarget.value)} autocomplete="off" />
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
                {hit.label} <span class="dim">{hit.path}</span>
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
  return (
    <>
      <h2>
        {value.symbol} <Place source={context.source} path={value.path} line={value.line} />
      </h2>
      <p role="status">
        {value.total
          ? `A change reaches ${value.cut ? "at least " : ""}${plural(value.total, "symbol")} in ${plural(value.files, "file")}: ${plural(value.tests, "test")}${value.possible ? `, ${count(value.possible)} only possibly` : ""}.`
          : "Nothing in this project depends on it."}{" "}
        {value.rest > 0 && <strong>{count(value.rest)} more are not drawn.</strong>}
      </p>
      <Graph value={value} theme={context.theme} onWalk={walk} />
      <p class="legend">
        <span><i class="certain" /> certain</span> <span><i class="possible" /> possible</span>{" "}
        <span><b class="dot code" /> code</span> <span><b class="dot test" /> tests, below</span>
      </p>
      <details open={others.length <= 40}>
        <summary>As a list: {count(others.length)}</summary>
        <ul class="reached">
          {others.map((node) => (
            <li key={node.id}>
              <button type="button" class="link" onClick={() => walk(node)}>
                {node.qualified.split(/[.:]/).slice(-2).join(".")}
              </button>{" "}
              <Badge kind={node.certainty === "certain" ? "used" : "needs_review"}>{node.certainty}</Badge>{" "}
              {node.test && <Badge>test</Badge>} <span class="dim">distance {node.distance}</span>{" "}
              <Place source={context.source} path={node.path} line={node.line} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Graph({ value, theme, onWalk }: { value: Impact; theme: string; onWalk: (node: ImpactNode) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const { places, dense } = layout(value.nodes);
    const graph = cytoscape({
      container: box.current,
      minZoom: 0.15,
      maxZoom: 1.2,
      elements: [
        ...value.nodes.map((node) => ({
          data: { id: String(node.id), label: node.name, node },
          classes: `${node.distance === 0 ? "origin" : ""} ${node.test ? "test" : ""} ${node.certainty}`,
        })),
        ...value.edges.map((edge) => ({
          data: { source: String(edge.from), target: String(edge.to) },
          classes: edge.certainty,
        })),
      ],
      layout: { name: "preset", padding: 24, positions: Object.fromEntries(places) },
      style: [
        {
          selector: "node",
          style: {
            label: "data(label)",
            "font-size": 12,
            color: colour("text"),
            "text-valign": "center",
            "text-halign": "right",
            "text-margin-x": 5,
            "text-max-width": "170px",
            "text-wrap": "ellipsis",
            "text-background-color": colour("card"),
            "text-background-opacity": 0.8,
            width: 14,
            height: 14,
            "background-color": colour("accent"),
          },
        },
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
        { selector: "edge.lit", style: { opacity: 1, width: 2 } },
        { selector: "node.lit", style: { label: "data(label)", "font-weight": "bold", "z-index": 9 } },
      ],
    });
    graph.on("tap", "node", (event) => onWalk(event.target.data("node") as ImpactNode));
    graph.on("mouseover", "node", (event) => event.target.addClass("lit").connectedEdges().addClass("lit"));
    graph.on("mouseout", "node", (event) => event.target.removeClass("lit").connectedEdges().removeClass("lit"));
    const resized = new ResizeObserver(() => graph.resize().fit(undefined, 24));
    resized.observe(box.current);
    return () => {
      resized.disconnect();
      graph.destroy();
    };
  }, [value, theme]);
  return <div ref={box} class="graph" role="img" aria-label={`Graph of what depends on ${value.symbol}; the list below has the same symbols`} />;
}
