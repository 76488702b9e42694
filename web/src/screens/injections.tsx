// What was told, prompt by prompt, and whether it was used.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Context } from "../context";
import { Badge, Chart, Empty, Loading, Screen, Share, Time, count, percent, plural, shortKey, useLoaded, useMore } from "../parts";
import { editedLines } from "../edited_lines";
import type { InjectionDetail, InjectionRow, LineEdit, Part, ShownItem } from "../values";

const BUCKETS = 60;
const LATEST = "latest";

export function Injections({ context, argument }: { context: Context; argument: string }) {
  const { source, version } = context;
  const { value: rows, error } = useLoaded(() => source.screen("injections"), [version.activity]);
  const [words, setWords] = useState("");
  const [session, setSession] = useState("");
  const [use, setUse] = useState("");
  const sessions = useMemo(() => [...new Set((rows ?? []).map((row) => row.session))], [rows]);
  const matching = useMemo(() => filtered(rows ?? [], words, session, use), [rows, words, session, use]);
  const { shown, more } = useMore(matching.length, 100, [words, session, use]);
  // An editor's side bar follows the newest one.
  const open = argument === LATEST ? (rows?.[0]?.id ?? "") : argument;
  return (
    <Screen
      title="Injections"
      lead="Every time Sightline put something in front of an assistant: what it added to which prompt, why, and whether the assistant used it. The assistant sees exactly the block shown here, right after the prompt."
    >
      {!rows ? (
        <Loading error={error} />
      ) : !rows.length ? (
        <Empty>Nothing has been injected in this project yet. Send a prompt in an assistant that Sightline is installed in.</Empty>
      ) : (
        <>
          <Totals rows={rows} />
          <UseChart rows={matching} theme={context.theme} />
          <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
            <label>
              Search prompts
              <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
            </label>
            <label>
              Session
              <select value={session} onChange={(event) => setSession(event.currentTarget.value)}>
                <option value="">all {count(sessions.length)}</option>
                {sessions.slice(0, 200).map((one) => (
                  <option key={one} value={one}>
                    {one.slice(0, 12)}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Use
              <select value={use} onChange={(event) => setUse(event.currentTarget.value)}>
                <option value="">any</option>
                <option value="used">something used</option>
                <option value="unused">nothing used</option>
                <option value="open">not known yet</option>
              </select>
            </label>
          </form>
          <div class={open ? "columns open" : "columns"}>
            <div>
              <p class="dim" role="status">
                {plural(matching.length, "injection")}
              </p>
              <ol class="rows">
                {matching.slice(0, shown).map((row) => (
                  <li key={row.id}>
                    <Row row={row} open={row.id === open} />
                  </li>
                ))}
              </ol>
              {more}
            </div>
            {open && <Detail context={context} id={open} row={rows.find((row) => row.id === open)} />}
          </div>
        </>
      )}
    </Screen>
  );
}

function filtered(rows: InjectionRow[], words: string, session: string, use: string): InjectionRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (session && row.session !== session) return false;
    if (use === "used" && !row.used) return false;
    if (use === "unused" && (row.used || !row.decided)) return false;
    if (use === "open" && row.decided) return false;
    const text = row.prompt.toLowerCase();
    return wanted.every((word) => text.includes(word) || row.id === word);
  });
}

function Totals({ rows }: { rows: InjectionRow[] }) {
  const sum = (pick: (row: InjectionRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const decided = sum((row) => row.decided);
  const used = sum((row) => row.used);
  return (
    <dl class="totals">
      <div>
        <dt>injections</dt>
        <dd>{count(rows.length)}</dd>
      </div>
      <div>
        <dt>items told</dt>
        <dd>{count(sum((row) => row.items))}</dd>
      </div>
      <div>
        <dt>used, where known</dt>
        <dd class="used">{percent(used, decided)}</dd>
      </div>
      <div>
        <dt>tokens told</dt>
        <dd>{count(sum((row) => row.tokens))}</dd>
      </div>
    </dl>
  );
}

function UseChart({ rows, theme }: { rows: InjectionRow[]; theme: string }) {
  const data = useMemo(() => {
    const first = rows[rows.length - 1]?.at ?? 0;
    const width = Math.max(60_000, ((rows[0]?.at ?? 0) - first) / BUCKETS);
    const buckets = Array.from({ length: BUCKETS + 1 }, () => ({ all: 0, decided: 0, used: 0 }));
    for (const row of rows) {
      const bucket = buckets[Math.min(BUCKETS, Math.floor((row.at - first) / width))];
      if (!bucket) continue;
      bucket.all += row.items;
      bucket.decided += row.decided;
      bucket.used += row.used;
    }
    return {
      times: buckets.map((_, at) => (first + at * width) / 1000),
      lines: [
        { label: "use not known", colour: "open", bars: true, values: buckets.map((one) => one.all) },
        { label: "not used", colour: "unused", bars: true, values: buckets.map((one) => one.decided) },
        { label: "used", colour: "used", bars: true, values: buckets.map((one) => one.used) },
      ],
    };
  }, [rows]);
  return <Chart label="Items told over time, by whether they were used" {...data} theme={theme} height={120} />;
}

function Row({ row, open }: { row: InjectionRow; open: boolean }) {
  const unused = row.decided - row.used;
  const rest = row.items - row.decided;
  return (
    <a class="row" href={open ? "#/injections" : `#/injections/${row.id}`} aria-current={open ? "true" : undefined}>
      <span class="text">{row.prompt || <em>{row.event}</em>}</span>
      <span class="meta">
        <Share
          label={`${row.used} used, ${unused} not used, ${rest} not known`}
          parts={[
            { value: row.used, colour: "used" },
            { value: unused, colour: "unused" },
            { value: rest, colour: "open" },
          ]}
        />
        <span>{plural(row.items, "item")}</span>
        <span>{count(row.tokens)} tokens</span>
        <span>{row.agent}</span>
        <Time at={row.at} />
      </span>
    </a>
  );
}

function Detail({ context, id, row }: { context: Context; id: string; row?: InjectionRow }) {
  const { source, version } = context;
  const { value: detail, error } = useLoaded<InjectionDetail>(() => source.ask("injection", { id }), [id, version.activity]);
  const [without, setWithout] = useState<number | null>(null);
  useEffect(() => setWithout(null), [id]);
  useEffect(() => {
    if (without !== null) document.querySelector(".detail .block")?.scrollIntoView({ block: "nearest" });
  }, [without]);
  useEffect(() => {
    // On a narrow screen the detail stands above the list.
    const isBelow = !document.body.hasAttribute("data-compact") && matchMedia("(max-width: 64rem)").matches;
    if (detail && isBelow) document.getElementById("detail")?.scrollIntoView();
  }, [detail?.id]);
  if (!detail) return <div class="detail"><Loading error={error} /></div>;
  const left = without === null ? null : detail.items[without];
  return (
    <article class="detail" id="detail" aria-label={`Injection ${id}`}>
      <header>
        <h2>Injection {id}</h2>
        <a href="#/injections" class="close" aria-label="Close this injection">
          ×
        </a>
      </header>
      <blockquote>{detail.prompt || "(no prompt)"}</blockquote>
      {row && (
        <p class="dim">
          {row.event} · {count(row.tokens)} of {count(row.budget)} tokens · {row.ms.toFixed(0)} ms · session {row.session.slice(0, 12)} ·{" "}
          <Time at={row.at} />
        </p>
      )}
      <Notes notes={detail.notes} />
      <h3>Added</h3>
      <ol class="items">
        {detail.items.map((item, at) => (
          <Item
            key={item.key + at}
            context={context}
            item={item}
            factors={detail.factors}
            chosen={without === at}
            onWithout={() => setWithout(without === at ? null : at)}
          />
        ))}
      </ol>
      {detail.left_out.length > 0 && (
        <details>
          <summary>Left out: {count(detail.left_out.length)}</summary>
          <ul class="left-out">
            {detail.left_out.map((item) => (
              <li key={item.kind + item.key}>
                <span class="name">{item.title || shortKey(item.key).name}</span> <span class="dim">{shortKey(item.key).place}</span>
                <br />
                <Badge>{item.kind}</Badge> {scoreText(item)} · {item.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      <h3>{left ? `The block without ${left.title || shortKey(left.key).name}` : "The block the assistant got"}</h3>
      <p class="dim">
        {left
          ? `${count(left.without_tokens)} tokens instead of ${count(row?.tokens ?? 0)}`
          : detail.replay
            ? "Replayed from its parts: identical, byte for byte."
            : "Replaying its parts gives a different text."}
      </p>
      <Block text={detail.text} edits={left ? left.without : []} />
    </article>
  );
}

function Notes({ notes }: { notes: Record<string, string> }) {
  const names = Object.keys(notes).sort();
  if (!names.length) return null;
  return (
    <dl class="notes">
      {names.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{notes[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Item(props: { context: Context; item: ShownItem; factors: string[]; chosen: boolean; onWithout: () => void }) {
  const { item, context } = props;
  const { name: shortName, place } = shortKey(item.key);
  const name = item.title || shortName;
  const use = item.used === null ? "open" : item.used ? "used" : "unused";
  const word = { open: "use not known", used: item.how ? `used: ${item.how}` : "used", unused: "not used" }[use];
  const rate = (useful: boolean) => context.act("rate", { kind: item.kind, key: item.key, useful });
  return (
    <li class={`item ${use}`}>
      <div class="title">
        <span class="name">{name}</span> <span class="dim">{place}</span>
      </div>
      <div class="meta">
        <Badge kind={use}>{word}</Badge> <Badge>{item.kind}</Badge> <span>{item.tokens} tokens</span>
      </div>
      <div class="score">
        <b>{scoreText(item)}</b> {isChance(item) ? <Evidence parts={item.parts} /> : <Formula parts={item.parts} factors={props.factors} />}
      </div>
      <div class="actions">
        <button type="button" aria-pressed={props.chosen} onClick={props.onWithout}>
          Without this item
        </button>
        {context.source.acts && (
          <>
            <button type="button" onClick={() => rate(true)} aria-label={`Rate ${name} useful`}>
              Useful
            </button>
            <button type="button" onClick={() => rate(false)} aria-label={`Rate ${name} not useful`}>
              Not useful
            </button>
          </>
        )}
      </div>
    </li>
  );
}

/** The score of code is the probability that the assistant opens it; other scores are weights. */
function isChance(item: { kind: string; parts: Part[] }): boolean {
  return item.kind === "code" && item.parts.length > 0;
}

function scoreText(item: { kind: string; parts: Part[]; score: number }): string {
  return isChance(item) ? `${Math.round(item.score * 100)} % to be opened` : item.score.toFixed(2);
}

/** What speaks for and against opening code, the strongest first. */
function Evidence({ parts }: { parts: Part[] }) {
  const strongest = [...parts].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, 6);
  return <span class="formula">{strongest.map(([name, value]) => `${name} ${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`).join(" · ")}</span>;
}

/** The parts of a score: sums, and factors that multiply what stands before them. */
function Formula({ parts, factors }: { parts: Part[]; factors: string[] }) {
  return (
    <span class="formula">
      {parts.map(([name, value], at) => (
        <span key={name}>
          {at === 0 ? "= " : factors.includes(name) ? " × " : " + "}
          {name} {value.toFixed(2)}
        </span>
      ))}
    </span>
  );
}

/** The sent text; lines that go without an item are struck, lines that come are marked. */
function Block({ text, edits }: { text: string; edits: LineEdit[] }) {
  return (
    <pre class="block" tabIndex={0} aria-label="Text of the injection">
      {editedLines(text.split("\n"), edits).map(({ line, change }, at) =>
        change === "gone" ? (
          <del key={at}>{line + "\n"}</del>
        ) : change === "new" ? (
          <ins key={at}>{line + "\n"}</ins>
        ) : (
          line + "\n"
        ),
      )}
    </pre>
  );
}
