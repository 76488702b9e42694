// What it cost and what it saved: tokens, cache and hook times, by day and project.
import { useMemo, useState } from "preact/hooks";
import type { Context } from "../context";
import { Chart } from "../chart";
import { byDay, byProject } from "../days";
import { kindWords } from "../evidence";
import { Empty, Loading, Screen, Table, Tiles, Time, count, percent, plural, useLoaded } from "../parts";
import type { Costs, Day } from "../values";

export function CostScreen({ context }: { context: Context }) {
  const { value, error } = useLoaded(() => context.source.screen("costs"), [context.version.activity]);
  return (
    <Screen
      title="Cost and use"
      lead="What Sightline costs and what it saves: tokens told and saved, the time hooks take, and the assistant's prompt cache. An assistant sees none of this; past use raises or lowers what it is told."
    >
      {!value ? <Loading error={error} /> : !value.days.length ? <Empty>Nothing recorded in the last 90 days.</Empty> : <Body context={context} value={value} />}
    </Screen>
  );
}

function Body({ context, value }: { context: Context; value: Costs }) {
  const [project, setProject] = useState(value.project);
  const days = useMemo(() => byDay(value, project), [value, project]);
  const sum = (pick: (day: Day) => number) => days.reduce((total, day) => total + pick(day), 0);
  const times = useMemo(() => days.map((day) => day.day * 86_400), [days]);
  const tokens = useMemo(
    () => [
      { label: "told", colour: "accent", bars: true, values: days.map((day) => day.tokens) },
      { label: "saved by answers", colour: "used", bars: true, values: days.map((day) => day.saved) },
    ],
    [days],
  );
  const use = useMemo(
    () => [
      { label: "used", colour: "used", bars: true, values: days.map((day) => day.used) },
      { label: "not used", colour: "unused", bars: true, values: days.map((day) => day.decided - day.used) },
      { label: "not known yet", colour: "open", bars: true, values: days.map((day) => day.items - day.decided) },
    ],
    [days],
  );
  const hooks = useMemo(
    () => [
      { label: "median", colour: "accent", values: days.map((day) => (day.hook_calls ? day.hook_p50 : null)) },
      { label: "95th percentile", colour: "doubt", values: days.map((day) => (day.hook_calls ? day.hook_p95 : null)) },
    ],
    [days],
  );
  return (
    <>
      <div class="filters">
        <label>
          Project
          <select value={project} onChange={(event) => setProject(event.currentTarget.value)}>
            <option value="">all projects</option>
            {Object.entries(value.projects).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Tiles
        tiles={[
          { label: "Tokens told", value: count(sum((day) => day.tokens)), note: `in ${plural(sum((day) => day.injections), "injection")}` },
          { label: "Tokens saved", value: count(sum((day) => day.saved)), note: "by answers shorter than the files", tone: "used" },
          { label: "Used", value: percent(sum((day) => day.used), sum((day) => day.decided)), note: `${count(sum((day) => day.used))} of ${count(sum((day) => day.decided))} items` },
          { label: "Prompt cache", value: cacheWord(value), note: cacheNote(value), tone: value.cache.lost ? "bad" : undefined },
        ]}
      />
      <div class="grid charts">
        <Chart title="Tokens per day" label="Tokens told and saved per day" times={times} lines={tokens} theme={context.theme} height={180} sideBySide />
        <Chart title="Items told per day" label="Items told and used per day" times={times} lines={use} theme={context.theme} height={180} />
        <Chart title="Time in hooks per day" label="Milliseconds that hooks took per day" times={times} lines={hooks} theme={context.theme} unit=" ms" height={180} />
      </div>
      <div class="grid">
        <Kinds value={value} />
        <div class="stack">
          <Savings value={value} />
          <Projects value={value} />
        </div>
        <Hooks value={value} />
        <Sessions value={value} />
      </div>
    </>
  );
}

function cacheWord({ cache }: Costs): string {
  if (cache.read_share === null) return "–";
  return cache.lost ? `lost ${count(cache.lost)} ×` : "intact";
}

function cacheNote({ cache }: Costs): string {
  if (cache.read_share === null) return "no token counts; only Claude Code writes them";
  return `${Math.round(cache.read_share * 100)} % of input read from it, ${plural(cache.requests, "request")}`;
}

function Kinds({ value }: { value: Costs }) {
  return (
    <Table
      title="Use by kind of item"
      rows={value.kinds}
      columns={[
        { title: "Kind", show: (one) => kindWords(one.kind) },
        { title: "Told", number: true, show: (one) => count(one.shown) },
        { title: "Used", number: true, show: (one) => count(one.used) },
        { title: "Share", number: true, show: (one) => percent(one.used, one.decided) },
      ]}
    />
  );
}

function Savings({ value }: { value: Costs }) {
  if (!value.savings.length) return null;
  return (
    <Table
      title="Tokens saved by answers"
      note="Compared with reading the whole files."
      rows={value.savings}
      columns={[
        { title: "Answer", show: (one) => one.what },
        { title: "Answers", number: true, show: (one) => count(one.answers) },
        { title: "Whole files", number: true, show: (one) => count(one.before) },
        { title: "Answered", number: true, show: (one) => count(one.after) },
        { title: "Saved", number: true, show: (one) => percent(one.before - one.after, one.before) },
      ]}
    />
  );
}

/** The same days project by project, where there are several. */
function Projects({ value }: { value: Costs }) {
  const rows = useMemo(() => byProject(value), [value]);
  if (rows.length < 2) return null;
  return (
    <Table
      title="Projects"
      note="The last 90 days."
      rows={rows}
      columns={[
        { title: "Project", show: (one) => value.projects[one.project] ?? one.project },
        { title: "Injections", number: true, show: (one) => count(one.injections) },
        { title: "Tokens told", number: true, show: (one) => count(one.tokens) },
        { title: "Saved", number: true, show: (one) => count(one.saved) },
        { title: "Used", number: true, show: (one) => percent(one.used, one.decided) },
      ]}
    />
  );
}

function Hooks({ value }: { value: Costs }) {
  if (!value.hooks.length) return null;
  const time = (ms: number) => `${ms.toFixed(0)} ms`;
  return (
    <Table
      title="Hook times"
      rows={value.hooks}
      columns={[
        { title: "Event", show: (one) => `${one.agent} ${one.event}` },
        { title: "Calls", number: true, show: (one) => count(one.calls) },
        { title: "Median", number: true, show: (one) => time(one.median_ms) },
        { title: "95 %", number: true, show: (one) => time(one.p95_ms) },
        { title: "Slowest", number: true, show: (one) => time(one.slowest_ms) },
        { title: "Failed", number: true, show: (one) => count(one.failed) },
      ]}
    />
  );
}

function Sessions({ value }: { value: Costs }) {
  if (!value.sessions.length) return null;
  return (
    <Table
      title="Sessions"
      rows={value.sessions}
      columns={[
        { title: "Session", show: (one) => <code title={one.session}>{one.session.slice(0, 12)}</code> },
        { title: "Assistant", show: (one) => one.agent },
        { title: "Prompts", number: true, show: (one) => count(one.prompts) },
        { title: "Told", number: true, show: (one) => count(one.injections) },
        { title: "Tokens", number: true, show: (one) => count(one.tokens) },
        { title: "Used", number: true, show: (one) => percent(one.used, one.decided) },
        { title: "Last seen", show: (one) => <Time at={one.seen} /> },
      ]}
    />
  );
}
