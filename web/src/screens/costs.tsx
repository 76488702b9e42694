// What it cost and what it saved: tokens, cache and hook times, by day and project.
import { useMemo, useState } from "preact/hooks";
import type { Context } from "../context";
import { Chart, Empty, Loading, Screen, Time, count, percent, plural, useLoaded } from "../parts";
import { byDay } from "../days";
import type { Costs, Day } from "../values";

export function CostScreen({ context }: { context: Context }) {
  const { value, error } = useLoaded(() => context.source.screen("costs"), [context.version.activity]);
  return (
    <Screen
      title="Cost and use"
      lead="What Sightline adds to your bill and what it takes off: tokens told, used and saved, how long hooks kept you waiting, and whether the assistant's prompt cache stayed intact. An assistant sees none of this; past use raises or lowers what it is told."
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
      { label: "tokens saved by answers", colour: "used", values: days.map((day) => day.saved) },
      { label: "tokens told", colour: "accent", bars: true, values: days.map((day) => day.tokens) },
    ],
    [days],
  );
  const use = useMemo(
    () => [
      { label: "use not known", colour: "open", bars: true, values: days.map((day) => day.items) },
      { label: "not used", colour: "unused", bars: true, values: days.map((day) => day.decided) },
      { label: "used", colour: "used", bars: true, values: days.map((day) => day.used) },
    ],
    [days],
  );
  const hooks = useMemo(
    () => [
      { label: "hook p95", colour: "doubt", values: days.map((day) => (day.hook_calls ? day.hook_p95 : null)) },
      { label: "hook median", colour: "accent", values: days.map((day) => (day.hook_calls ? day.hook_p50 : null)) },
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
      <dl class="totals">
        <div>
          <dt>tokens told</dt>
          <dd>{count(sum((day) => day.tokens))}</dd>
        </div>
        <div>
          <dt>tokens saved</dt>
          <dd class="used">{count(sum((day) => day.saved))}</dd>
        </div>
        <div>
          <dt>used, where known</dt>
          <dd>{percent(sum((day) => day.used), sum((day) => day.decided))}</dd>
        </div>
        <div>
          <dt>prompt cache</dt>
          <dd>{cacheWord(value)}</dd>
        </div>
      </dl>
      <p>{cacheSentence(value)}</p>
      <div class="columns even">
        <div>
          <h2>Tokens</h2>
          <Chart label="Tokens told and saved per day" times={times} lines={tokens} theme={context.theme} />
        </div>
        <div>
          <h2>Use</h2>
          <Chart label="Items told and used per day" times={times} lines={use} theme={context.theme} />
        </div>
        <div>
          <h2>Hook times</h2>
          <Chart label="Milliseconds that hooks took per day" times={times} lines={hooks} theme={context.theme} unit=" ms" />
        </div>
        <Kinds value={value} />
      </div>
      <Hooks value={value} />
      <Sessions value={value} />
    </>
  );
}

function cacheWord({ cache }: Costs): string {
  if (cache.read_share === null) return "–";
  return cache.lost ? `lost ${count(cache.lost)} ×` : "intact";
}

function cacheSentence({ cache }: Costs): string {
  if (cache.read_share === null) {
    return "Prompt cache: no transcripts with token counts were found; only Claude Code writes them.";
  }
  return `Prompt cache: ${Math.round(cache.read_share * 100)} % of the input tokens of ${plural(cache.requests, "request")} in the last sessions were read from the cache; ${cache.lost ? `${plural(cache.lost, "request")} had to send again what was cached.` : "none had to send again what was cached."}`;
}

function Kinds({ value }: { value: Costs }) {
  return (
    <div>
      <h2>By kind of item</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">kind</th>
            <th scope="col" class="number">told</th>
            <th scope="col" class="number">used</th>
            <th scope="col" class="number">share</th>
          </tr>
        </thead>
        <tbody>
          {value.kinds.map((one) => (
            <tr key={one.kind}>
              <th scope="row">{one.kind}</th>
              <td class="number">{count(one.shown)}</td>
              <td class="number">{count(one.used)}</td>
              <td class="number">{percent(one.used, one.decided)}</td>
            </tr>
          ))}
          {value.savings.map((one) => (
            <tr key={one.what}>
              <th scope="row">answers: {one.what}</th>
              <td class="number">{count(one.answers)}</td>
              <td class="number" colSpan={2}>
                saved {count(one.before - one.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Hooks({ value }: { value: Costs }) {
  if (!value.hooks.length) return null;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Hook times">
      <h2>Hook times by event</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">event</th>
            <th scope="col" class="number">calls</th>
            <th scope="col" class="number">median</th>
            <th scope="col" class="number">p95</th>
            <th scope="col" class="number">slowest</th>
            <th scope="col" class="number">failed</th>
          </tr>
        </thead>
        <tbody>
          {value.hooks.map((one) => (
            <tr key={one.agent + one.event}>
              <th scope="row">
                {one.agent} {one.event}
              </th>
              <td class="number">{count(one.calls)}</td>
              <td class="number">{one.median_ms.toFixed(0)} ms</td>
              <td class="number">{one.p95_ms.toFixed(0)} ms</td>
              <td class="number">{one.slowest_ms.toFixed(0)} ms</td>
              <td class="number">{count(one.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sessions({ value }: { value: Costs }) {
  if (!value.sessions.length) return null;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Sessions">
      <h2>Sessions</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">session</th>
            <th scope="col">assistant</th>
            <th scope="col" class="number">prompts</th>
            <th scope="col" class="number">told</th>
            <th scope="col" class="number">tokens</th>
            <th scope="col" class="number">used</th>
            <th scope="col">last seen</th>
          </tr>
        </thead>
        <tbody>
          {value.sessions.map((one) => (
            <tr key={one.agent + one.session}>
              <th scope="row">
                <code>{one.session.slice(0, 12)}</code>
              </th>
              <td>{one.agent}</td>
              <td class="number">{count(one.prompts)}</td>
              <td class="number">{count(one.injections)}</td>
              <td class="number">{count(one.tokens)}</td>
              <td class="number">{percent(one.used, one.decided)}</td>
              <td>
                <Time at={one.seen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
