// One memory: its state, its code, where it was told, and what can be done with it.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Context } from "../context";
import { kindWords } from "../evidence";
import { Badge, Empty, Loading, Place, Time, count, plural, shortKey, useLoaded } from "../parts";
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

export function MemoryCard(props: { context: Context; row: MemoryRow; rows: MemoryRow[]; onDropped: () => void }) {
  const { context, row } = props;
  const [mode, setMode] = useState<"" | "edit" | "merge" | "code">("");
  const drop = async () => {
    if (await context.act("drop", { id: row.id })) props.onDropped();
  };
  return (
    <article class={`card ${row.closed ? "closed" : ""}`} aria-label={row.title || row.text.slice(0, 60)}>
      <div class="meta">
        <Badge kind="kind">{kindWords(row.kind)}</Badge>
        <Badge kind={row.state || "none"}>{STATES[row.state] ?? row.state}</Badge>
        {row.review && <Badge kind="review">to review</Badge>}
        {row.ended && <Badge>{row.ended}</Badge>}
        {row.global && <Badge>all projects</Badge>}
        <code>{row.id}</code> <span>{sourceText(row)}</span> <Time at={row.at} />
      </div>
      {row.title && <h3>{row.title}</h3>}
      {mode === "edit" ? <Editor context={context} row={row} onDone={() => setMode("")} /> : <p class="body">{row.text}</p>}
      <Fields fields={row.fields} />
      {row.links.length > 0 && (
        <ul class="links">
          {row.links.map((link) => (
            <li key={link.path + link.name}>
              <Place source={context.source} path={link.path} line={link.line} /> <span class="dim" title={link.name}>{shortName(link.name)}</span> {link.change && <em>{link.change}</em>}
            </li>
          ))}
        </ul>
      )}
      {mode === "code" && <Code context={context} id={row.id} />}
      {mode === "merge" && <Merge {...props} onDone={() => setMode("")} />}
      <div class="actions">
        <span class="dim">
          {row.told ? `told ${plural(row.told, "time")}, used ${count(row.told_used)}` : "not told yet"}
          {row.told_in.length > 0 && ": "}
          {row.told_in.map((id, at) => (
            <>
              {at > 0 && ", "}
              <a href={`#/injections/${id}`} title="The injection that told it">
                {id}
              </a>
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
            <button type="button" class="quiet" onClick={drop}>
              Drop
            </button>
          </>
        )}
      </div>
    </article>
  );
}

/** A symbol by its own name and its owner's. */
function shortName(name: string): string {
  return shortKey(name.includes("::") ? name : `::${name}`).name;
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
  return (
    <CardForm label={`New text of ${row.id}`} verb="Save" isReady={!!text.trim()} act={() => context.act("edit", { id: row.id, text })} onDone={onDone}>
      <textarea rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} autofocus />
    </CardForm>
  );
}

function Merge({ context, row, rows, onDone }: { context: Context; row: MemoryRow; rows: MemoryRow[]; onDone: () => void }) {
  const others = useMemo(() => similar(row, rows), [row, rows]);
  const [into, setInto] = useState(others[0]?.id ?? "");
  return (
    <CardForm label={`Merge ${row.id} into`} verb="Merge" isReady={!!into} act={() => context.act("merge_memories", { id: row.id, into })} onDone={onDone}>
      <select value={into} onChange={(event) => setInto(event.currentTarget.value)}>
        {others.map((other) => (
          <option key={other.id} value={other.id}>
            {other.id}: {(other.title || other.text).slice(0, 80)}
          </option>
        ))}
      </select>
    </CardForm>
  );
}

/** One question about a memory, answered or cancelled inside its card. */
function CardForm(props: { label: string; verb: string; isReady: boolean; act: () => Promise<boolean>; onDone: () => void; children: ComponentChildren }) {
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await props.act()) props.onDone();
  };
  return (
    <form class="editor" onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && props.onDone()}>
      <label>
        {props.label}
        {props.children}
      </label>
      <div class="actions">
        <button type="submit" class="primary" disabled={!props.isReady}>
          {props.verb}
        </button>
        <button type="button" onClick={props.onDone}>
          Cancel
        </button>
      </div>
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
