// What was decided and learned: search, freshness, the code it is about, and the review queue.
import { useMemo, useState } from "preact/hooks";
import type { Context } from "../context";
import { Chart } from "../chart";
import { kindWords } from "../evidence";
import { Empty, Loading, Screen, Tiles, count, percent, plural, useLoaded, useMore } from "../parts";
import type { MemoryRow } from "../values";
import { MemoryCard } from "./memory";

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
      lead="What was decided, learned or tried, with the code it is about. Fitting memories reach the assistant with its prompt, and it can ask for them with the recall tool; stale ones are not told."
    >
      {!rows ? (
        <Loading error={error} />
      ) : !rows.length ? (
        <Empty command={'sightline remember "Expire sessions on read" --why "writes were hot"'}>No memories yet. Sightline captures decisions from your sessions, and you can keep one yourself.</Empty>
      ) : (
        <>
          <Totals rows={rows} waiting={waiting} />
          <KeptChart rows={matching} theme={context.theme} />
          <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
            <div class="tabs" role="group" aria-label="Which memories">
              <button type="button" aria-pressed={!queue} onClick={() => setQueue(false)}>
                All
              </button>
              <button type="button" aria-pressed={queue} onClick={() => setQueue(true)}>
                To review: {count(waiting)}
              </button>
            </div>
            <label>
              Search memories
              <input type="search" placeholder="Words, paths, symbols or an id" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
            </label>
            <label>
              Kind
              <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
                <option value="">all</option>
                {kinds.map((one) => (
                  <option key={one} value={one}>
                    {kindWords(one)}
                  </option>
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
            {dropped.length > 0 && (
              <button type="button" onClick={restore}>
                Restore {dropped[dropped.length - 1]}
              </button>
            )}
            <p class="dim count" role="status">
              {plural(matching.length, "memory", "memories")}
            </p>
          </form>
          {queue && waiting > 0 && <p class="dim">Captured from sessions by rules. Keep what is right, edit what is nearly right, drop the rest.</p>}
          {!matching.length && <Empty>{queue && !waiting ? "Nothing waits for a review." : "No memory matches."}</Empty>}
          <ol class="cards">
            {matching.slice(0, shown).map((row, at) => (
              <li key={row.id}>
                {(at === 0 || month(row) !== month(matching[at - 1]!)) && <h2 class="day">{month(row)}</h2>}
                <MemoryCard context={context} row={row} rows={rows} onDropped={() => setDropped([...dropped, row.id])} />
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

function Totals({ rows, waiting }: { rows: MemoryRow[]; waiting: number }) {
  const live = rows.filter((row) => !row.closed);
  const doubtful = live.filter(isDoubtful).length;
  const told = live.reduce((sum, row) => sum + row.told, 0);
  const used = live.reduce((sum, row) => sum + row.told_used, 0);
  return (
    <Tiles
      tiles={[
        { label: "Memories", value: count(live.length), note: `${count(live.filter((row) => row.links.length).length)} linked to code` },
        { label: "To review", value: count(waiting), note: "captured, not confirmed", tone: waiting ? "doubt" : undefined },
        { label: "Changed or stale", value: count(doubtful), note: "their code is different now", tone: doubtful ? "bad" : undefined },
        { label: "Told", value: plural(told, "time"), note: `used ${count(used)} times, ${percent(used, told)}` },
      ]}
    />
  );
}

function isDoubtful(row: MemoryRow): boolean {
  return row.state === "needs_review" || row.state === "stale";
}

function KeptChart({ rows, theme }: { rows: MemoryRow[]; theme: string }) {
  const data = useMemo(() => {
    const oldest = rows.reduce((least, row) => Math.min(least, row.at), Infinity);
    const newest = rows.reduce((most, row) => Math.max(most, row.at), 0);
    // Bars of a day, or of a week where days would be too many.
    const isLong = newest - oldest > 120 * 86_400_000;
    const width = (isLong ? 7 : 1) * 86_400;
    const bucket = (at: number) => Math.floor(at / 1000 / width);
    // A few memories do not fill the chart with one wide bar.
    const last = bucket(newest);
    const first = Math.min(bucket(oldest), last - 13);
    const counted = rows.length ? last - first + 1 : 0;
    const fresh = Array.from({ length: counted }, () => 0);
    const doubtful = [...fresh];
    for (const row of rows) (isDoubtful(row) ? doubtful : fresh)[bucket(row.at) - first]! += 1;
    return {
      title: isLong ? "Kept per week" : "Kept per day",
      times: fresh.map((_, at) => (first + at) * width),
      lines: [
        { label: "up to date", colour: "used", bars: true, values: fresh },
        { label: "changed or stale", colour: "doubt", bars: true, values: doubtful },
      ],
    };
  }, [rows]);
  return <Chart label="Memories kept over time" {...data} theme={theme} height={120} />;
}
