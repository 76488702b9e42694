// What was told, prompt by prompt, and whether it was used.
import { useMemo, useState } from "preact/hooks";
import type { Context } from "../context";
import { Chart } from "../chart";
import { eventWords } from "../evidence";
import { Empty, Loading, Screen, Share, Tiles, Time, count, dayName, percent, plural, useLoaded, useMore } from "../parts";
import type { InjectionRow } from "../values";
import { Detail } from "./injection";

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
      lead="What Sightline put in front of your assistant, why, and whether it was used. The assistant reads exactly the block shown here, right after the prompt."
    >
      {!rows ? (
        <Loading error={error} />
      ) : !rows.length ? (
        <Empty command="sightline install">Nothing was told in this project yet. Send a prompt in an assistant that Sightline is installed in, or install it now.</Empty>
      ) : (
        <>
          <Totals rows={rows} />
          <UseChart rows={matching} theme={context.theme} />
          <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
            <label>
              Search prompts
              <input type="search" placeholder="Words of a prompt" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
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
            <p class="dim count" role="status">
              {plural(matching.length, "injection")}
            </p>
          </form>
          <div class={open ? "columns open" : "columns"}>
            <div>
              {!matching.length && <Empty>No injection matches.</Empty>}
              <ol class="rows">
                {matching.slice(0, shown).map((row, at) => (
                  <li key={row.id}>
                    {(at === 0 || dayName(row.at) !== dayName(matching[at - 1]!.at)) && <h2 class="day">{dayName(row.at)}</h2>}
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
    <Tiles
      tiles={[
        { label: "Injections", value: count(rows.length), note: `in ${plural(new Set(rows.map((row) => row.session)).size, "session")}` },
        { label: "Items told", value: count(sum((row) => row.items)), note: `${(sum((row) => row.items) / rows.length).toFixed(1)} each` },
        { label: "Used", value: percent(used, decided), note: decided ? `${count(used)} of ${count(decided)} items with known use` : "not known yet", tone: "used" },
        { label: "Tokens told", value: count(sum((row) => row.tokens)), note: `${count(Math.round(sum((row) => row.tokens) / rows.length))} each` },
      ]}
    />
  );
}

function UseChart({ rows, theme }: { rows: InjectionRow[]; theme: string }) {
  const data = useMemo(() => {
    // The newest stand at the right, also when they are all of one hour.
    const newest = rows[0]?.at ?? 0;
    const width = Math.max(60_000, (newest - (rows[rows.length - 1]?.at ?? 0)) / BUCKETS);
    const first = newest - BUCKETS * width;
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
        { label: "used", colour: "used", bars: true, values: buckets.map((one) => one.used) },
        { label: "not used", colour: "unused", bars: true, values: buckets.map((one) => one.decided - one.used) },
        { label: "not known yet", colour: "open", bars: true, values: buckets.map((one) => one.all - one.decided) },
      ],
    };
  }, [rows]);
  return <Chart title="Items told" label="Items told over time, by whether they were used" {...data} theme={theme} height={130} />;
}

function Row({ row, open }: { row: InjectionRow; open: boolean }) {
  const unused = row.decided - row.used;
  const rest = row.items - row.decided;
  return (
    <a class="row" href={open ? "#/injections" : `#/injections/${row.id}`} aria-current={open ? "true" : undefined}>
      <span class={row.prompt ? "text" : "text event"}>{row.prompt || eventWords(row.event)}</span>
      <span class="meta">
        <Share
          label={`${row.used} used, ${unused} not used, ${rest} not known`}
          parts={[
            { value: row.used, colour: "used" },
            { value: unused, colour: "unused" },
            { value: rest, colour: "open" },
          ]}
        />
        <span>{row.decided ? `${count(row.used)} of ${plural(row.items, "item")} used` : plural(row.items, "item")}</span>
        <span>{count(row.tokens)} tokens</span>
        <span>{row.agent}</span>
        <Time at={row.at} />
      </span>
    </a>
  );
}
