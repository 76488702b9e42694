// What was decided and learned: search, freshness, the code it is about, and the review queue.
import { useMemo, useState } from "preact/hooks";
import type { Context } from "../context";
import { Badge, Chart, Empty, Loading, Place, Screen, Time, count, plural, useLoaded, useMore } from "../parts";
import type { CodeExcerpt, MemoryRow } from "../values";

const STATES: Record<string, string> = {
  "": "no code linked",
  fresh: "fresh",
  moved: "code moved",
  needs_review: "code changed",
  stale: "stale",
};

// Values of fields that say nothing yet.
const UNDECIDED = new Set(["pending", "other"]);

export function Memories({ context, argument }: { context: Context; argument: string }) {
  const { source, version } = context;
  const { value: rows, error } = useLoaded(() => source.screen("memories"), [version.memory]);
  const [words, setWords] = useState(argument);
  const [kind, setKind] = useState("");
  const [state, setState] = useState("");
  const [queue, setQueue] = useState(false);
  const [dropped, setDropped] = useState<string[]>([]);
  const waiting = (rows ?? []).filter((row) => row.review).length;
  const kinds = useMemo(() => [...new Set((rows ?? []).map((row) => row.kind))].sort(), [rows]);
  const matching = useMemo(() => filtered(rows ?? [], words, kind, state, queue), [rows, words, kind, state, queue]);
  const { shown, more } = useMore(matching.length, 50, [words, kind, state, queue]);
  const restore = async () => {
    const id = dropped[dropped.length - 1];
    if (id && (await context.act("restore", { id }))) setDropped(dropped.slice(0, -1));
  };
  return (
    <Screen
      title="Memories"
      lead="What was decided, learned or tried, with the code it is about. Fitting memories are put in front of the assistant with its prompt, and it can ask for them with the recall tool; stale ones are not told."
    >
      {!rows ? (
        <Loading error={error} />
      ) : !rows.length ? (
        <Empty>No memories yet. Keep one with: sightline remember "Expire sessions on read" --why "writes were hot"</Empty>
      ) : (
        <>
          <MonthChart rows={matching} theme={context.theme} />
          <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
            <label>
              Search memories
              <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
            </label>
            <label>
              Kind
              <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
                <option value="">all</option>
                {kinds.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
            <label>
              State
              <select value={state} onChange={(event) => setState(event.currentTarget.value)}>
                <option value="">any</option>
                <option value="fresh">fresh or moved</option>
                <option value="doubt">changed or stale</option>
                <option value="closed">closed</option>
              </select>
            </label>
            <button type="button" aria-pressed={queue} onClick={() => setQueue(!queue)}>
              To review: {count(waiting)}
            </button>
            {dropped.length > 0 && (
              <button type="button" onClick={restore}>
                Restore {dropped[dropped.length - 1]}
              </button>
            )}
          </form>
          <p class="dim" role="status">
            {plural(matching.length, "memory").replace("memorys", "memories")}
          </p>
          <ol class="cards">
            {matching.slice(0, shown).map((row, at) => (
              <li key={row.id}>
                {(at === 0 || month(row) !== month(matching[at - 1]!)) && <h2 class="month">{month(row)}</h2>}
                <Card context={context} row={row} rows={rows} onDropped={() => setDropped([...dropped, row.id])} />
              </li>
            ))}
          </ol>
          {more}
        </>
      )}
    </Screen>
  );
}

function month(row: MemoryRow): string {
  return new Date(row.at).toLocaleDateString("en", { month: "long", year: "numeric" });
}

function filtered(rows: MemoryRow[], words: string, kind: string, state: string, queue: boolean): MemoryRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (queue && !row.review) return false;
    if (kind && row.kind !== kind) return false;
    if (state === "closed" ? !row.closed : row.closed && !wanted.includes(row.id)) return false;
    if (state === "fresh" && !["fresh", "moved"].includes(row.state)) return false;
    if (state === "doubt" && !["needs_review", "stale"].includes(row.state)) return false;
    const text = `${row.title} ${row.text} ${row.tags.join(" ")} ${row.links.map((link) => link.name + link.path).join(" ")}`.toLowerCase();
    // Ids are random: a part of one is looked for from its beginning only.
    return wanted.every((word) => text.includes(word) || row.id.startsWith(word));
  });
}

function MonthChart({ rows, theme }: { rows: MemoryRow[]; theme: string }) {
  const data = useMemo(() => {
    const buckets = new Map<number, { fresh: number; all: number }>();
    const oldest = rows.reduce((least, row) => Math.min(least, row.at), Infinity);
    const newest = rows.reduce((most, row) => Math.max(most, row.at), 0);
    // Bars of a day, or of a week where days would be too many.
    const width = (newest - oldest > 120 * 86_400_000 ? 7 : 1) * 86_400;
    for (const row of rows) {
      const at = Math.floor(row.at / 1000 / width) * width;
      const bucket = buckets.get(at) ?? { fresh: 0, all: 0 };
      bucket.all += 1;
      bucket.fresh += row.state === "needs_review" || row.state === "stale" ? 0 : 1;
      buckets.set(at, bucket);
    }
    const times = [...buckets.keys()].sort((a, b) => a - b);
    const last = times[times.length - 1] ?? 0;
    for (let at = times[0] ?? 0; at <= last; at += width) if (!buckets.has(at)) buckets.set(at, { fresh: 0, all: 0 });
    const all = [...buckets.keys()].sort((a, b) => a - b);
    return {
      times: all,
      lines: [
        { label: "changed or stale", colour: "doubt", bars: true, values: all.map((at) => buckets.get(at)!.all) },
        { label: "up to date", colour: "used", bars: true, values: all.map((at) => buckets.get(at)!.fresh) },
      ],
    };
  }, [rows]);
  return <Chart label="Memories kept over time" {...data} theme={theme} height={110} />;
}

function Card(props: { context: Context; row: MemoryRow; rows: MemoryRow[]; onDropped: () => void }) {
  const { context, row } = props;
  const [mode, setMode] = useState<"" | "edit" | "merge" | "code">("");
  const drop = async () => {
    if (await context.act("drop", { id: row.id })) props.onDropped();
  };
  return (
    <article class={`card ${row.closed ? "closed" : ""}`} aria-label={row.title || row.text.slice(0, 60)}>
      <div class="meta">
        <Badge kind="kind">{row.kind}</Badge>
        <Badge kind={row.state || "none"}>{STATES[row.state] ?? row.state}</Badge>
        {row.review && <Badge kind="review">to review</Badge>}
        {row.ended && <Badge>{row.ended}</Badge>}
        <code>{row.id}</code> <Time at={row.at} /> <span>{sourceText(row)}</span>
      </div>
      {row.title && <h3>{row.title}</h3>}
      {mode === "edit" ? <Editor context={context} row={row} onDone={() => setMode("")} /> : <p class="body">{row.text}</p>}
      <Fields fields={row.fields} />
      {row.links.length > 0 && (
        <ul class="links">
          {row.links.map((link) => (
            <li key={link.path + link.name}>
              <Place source={context.source} path={link.path} line={link.line} /> <span class="dim">{link.name}</span> {link.change && <em>{link.change}</em>}
            </li>
          ))}
        </ul>
      )}
      {mode === "code" && <Code context={context} id={row.id} />}
      {mode === "merge" && <Merge {...props} onDone={() => setMode("")} />}
      <div class="actions">
        <span class="dim">
          {row.told ? `told ${plural(row.told, "time")}, used ${count(row.told_used)}` : "not told yet"}
          {row.told_in.map((id) => (
            <>
              {" "}
              <a href={`#/injections/${id}`}>{id}</a>
            </>
          ))}
        </span>
        {row.links.length > 0 && (
          <button type="button" aria-pressed={mode === "code"} onClick={() => setMode(mode === "code" ? "" : "code")}>
            Code
          </button>
        )}
        {context.source.acts && !row.closed && (
          <>
            {row.review && (
              <button type="button" class="primary" onClick={() => context.act("keep", { id: row.id })}>
                Keep
              </button>
            )}
            <button type="button" onClick={() => setMode("edit")}>
              Edit
            </button>
            <button type="button" onClick={() => setMode("merge")}>
              Merge …
            </button>
            <button type="button" onClick={drop}>
              Drop
            </button>
          </>
        )}
      </div>
    </article>
  );
}

/** How a memory came to be. */
function sourceText(row: MemoryRow): string {
  if (!row.automatic) return row.source;
  return row.source === "capture" ? "captured" : `captured (${row.source})`;
}

function Fields({ fields }: { fields: Record<string, unknown> }) {
  const names = Object.keys(fields).filter((name) => !UNDECIDED.has(String(fields[name])));
  if (!names.length) return null;
  return (
    <dl class="notes">
      {names.map((name) => (
        <div key={name}>
          <dt>{name.replaceAll("_", " ")}</dt>
          <dd>{Array.isArray(fields[name]) ? (fields[name] as unknown[]).join(", ") : String(fields[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Editor({ context, row, onDone }: { context: Context; row: MemoryRow; onDone: () => void }) {
  const [text, setText] = useState(row.text);
  const save = async (event: Event) => {
    event.preventDefault();
    if (await context.act("edit", { id: row.id, text })) onDone();
  };
  return (
    <form class="editor" onSubmit={save}>
      <label>
        New text of {row.id}
        <textarea rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} autofocus />
      </label>
      <button type="submit" class="primary">
        Save
      </button>{" "}
      <button type="button" onClick={onDone}>
        Cancel
      </button>
    </form>
  );
}

function Merge({ context, row, rows, onDone }: { context: Context; row: MemoryRow; rows: MemoryRow[]; onDone: () => void }) {
  const others = useMemo(() => similar(row, rows), [row, rows]);
  const [into, setInto] = useState(others[0]?.id ?? "");
  const merge = async (event: Event) => {
    event.preventDefault();
    if (await context.act("merge_memories", { id: row.id, into })) onDone();
  };
  return (
    <form class="editor" onSubmit={merge}>
      <label>
        Merge {row.id} into
        <select value={into} onChange={(event) => setInto(event.currentTarget.value)}>
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {other.id}: {(other.title || other.text).slice(0, 80)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="primary" disabled={!into}>
        Merge
      </button>{" "}
      <button type="button" onClick={onDone}>
        Cancel
      </button>
    </form>
  );
}

/** Other open memories, those that share the most words first. */
function similar(row: MemoryRow, rows: MemoryRow[]): MemoryRow[] {
  const own = new Set(row.text.toLowerCase().match(/\w{4,}/g) ?? []);
  return rows
    .filter((other) => other.id !== row.id && !other.closed)
    .map((other) => ({
      other,
      shared: (other.text.toLowerCase().match(/\w{4,}/g) ?? []).filter((word) => own.has(word)).length + (other.kind === row.kind ? 1 : 0),
    }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 30)
    .map(({ other }) => other);
}

function Code({ context, id }: { context: Context; id: string }) {
  const { value, error } = useLoaded<CodeExcerpt[]>(() => context.source.ask("code", { id }), [id]);
  if (!value) return <Loading error={error} />;
  if (!value.length) return <Empty>The linked code cannot be read.</Empty>;
  return (
    <>
      {value.map((excerpt) => (
        <pre key={excerpt.path + excerpt.line} class="block code" tabIndex={0} aria-label={`${excerpt.path}, line ${excerpt.line}`}>
          {excerpt.lines.map((line, at) => `${String(excerpt.line + at).padStart(5)}  ${line}\n`)}
        </pre>
      ))}
    </>
  );
}
