// The streams of work over time, with merge, split and undo.
import { useMemo, useRef, useState } from "preact/hooks";
import type { Context } from "../context";
import { Badge, Chart, Empty, Loading, Screen, Time, plural, useLoaded } from "../parts";
import type { SplitProposal, Topic, TopicStreams } from "../values";

const LANES = 14;

export function Topics({ context }: { context: Context }) {
  const { source, version } = context;
  const { value, error } = useLoaded(() => source.screen("topics"), [version.memory]);
  const [all, setAll] = useState(false);
  const [splitting, setSplitting] = useState<Topic | null>(null);
  const visible = (value?.topics ?? []).filter((topic) => all || topic.status === "active");
  return (
    <Screen
      title="Topics"
      lead="Prompts grouped into streams of work. The topic of a prompt decides which memories and code fit it, and after a compaction the assistant is told where each stream stood. Drag one topic onto another to merge them."
    >
      {!value ? (
        <Loading error={error} />
      ) : !value.topics.length ? (
        <Empty>No topics yet: they grow from the prompts you send.</Empty>
      ) : (
        <>
          <Streams value={value} theme={context.theme} />
          <div class="filters">
            <button type="button" aria-pressed={all} onClick={() => setAll(!all)}>
              Archived and merged too
            </button>
            {source.acts && (
              <button type="button" disabled={!value.undo} onClick={() => context.act("undo", {})}>
                {value.undo ? `Undo: ${value.undo}` : "Nothing to undo"}
              </button>
            )}
          </div>
          <Suggestions context={context} value={value} onSplit={setSplitting} />
          <ul class="topics">
            {visible.map((topic) => (
              <TopicCard key={topic.id} context={context} topic={topic} topics={visible} value={value} onSplit={() => setSplitting(topic)} />
            ))}
          </ul>
          {splitting && <Split context={context} topic={splitting} onDone={() => setSplitting(null)} />}
        </>
      )}
    </Screen>
  );
}

function Streams({ value, theme }: { value: TopicStreams; theme: string }) {
  const data = useMemo(() => {
    const lanes = value.topics.filter((topic) => value.prompts.some((prompt) => prompt.topic === topic.id)).slice(0, LANES);
    const lane = new Map(lanes.map((topic, at) => [topic.id, lanes.length - at]));
    const prompts = value.prompts.filter((prompt) => lane.has(prompt.topic));
    // Two prompts in one second would share a place on the axis.
    let last = 0;
    const times = prompts.map((prompt) => (last = Math.max(last + 0.001, prompt.at / 1000)));
    const at = prompts.map((prompt) => lane.get(prompt.topic)!);
    return {
      titles: lanes.map((topic) => topic.title).reverse(),
      times,
      height: Math.max(140, 28 * lanes.length + 40),
      lines: [
        { label: "the stream of prompts", colour: "unused", values: at },
        { label: "prompt", colour: "accent", points: true, values: prompts.map((prompt, n) => (prompt.change ? null : at[n]!)) },
        { label: "topic changed", colour: "doubt", points: true, values: prompts.map((prompt, n) => (prompt.change ? at[n]! : null)) },
      ],
    };
  }, [value]);
  if (!data.times.length) return null;
  const changes = value.prompts.filter((prompt) => prompt.change).length;
  const narrow = window.innerWidth < 700;
  return (
    <>
    <Chart
      label={`${value.prompts.length} prompts in ${value.topics.length} topics over time, with ${changes} changes of topic`}
      times={data.times}
      lines={data.lines}
      height={data.height}
      stepped
      range={[0.4, data.titles.length + 0.6]}
      yLabels={(lane) => shortened(data.titles[lane - 1] ?? "", narrow ? 12 : 28)}
      theme={theme}
    />
    {value.topics.length > data.titles.length && (
      <p class="dim">
        The {data.titles.length} most recent of {plural(value.topics.length, "topic")} are drawn.
      </p>
    )}
    </>
  );
}

function shortened(title: string, most: number): string {
  return title.length > most ? `${title.slice(0, most - 1).trimEnd()}…` : title;
}

function Suggestions({ context, value, onSplit }: { context: Context; value: TopicStreams; onSplit: (topic: Topic) => void }) {
  if (!context.source.acts || (!value.merges.length && !value.splits.length)) return null;
  const title = (id: string) => value.topics.find((topic) => topic.id === id)?.title ?? id;
  return (
    <details>
      <summary>Suggestions: {value.merges.length + value.splits.length}</summary>
      <ul class="suggestions">
        {value.merges.map((merge) => (
          <li key={merge.thread_a + merge.thread_b}>
            Merge “{title(merge.thread_b)}” into “{title(merge.thread_a)}”: {merge.reason}{" "}
            <button type="button" onClick={() => context.act("merge_topics", { topic: merge.thread_b, into: merge.thread_a })}>
              Merge
            </button>
          </li>
        ))}
        {value.splits.map((split) => {
          const topic = value.topics.find((one) => one.id === split.thread_id);
          return (
            <li key={split.thread_id}>
              Split “{title(split.thread_id)}”: {split.reason} {topic && <button onClick={() => onSplit(topic)}>Split …</button>}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function TopicCard(props: { context: Context; topic: Topic; topics: Topic[]; value: TopicStreams; onSplit: () => void }) {
  const { context, topic } = props;
  const [over, setOver] = useState(false);
  const [merging, setMerging] = useState(false);
  const prompts = useMemo(() => props.value.prompts.filter((prompt) => prompt.topic === topic.id), [props.value, topic.id]);
  const acts = context.source.acts && topic.status === "active";
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const id = event.dataTransfer?.getData("text/plain");
    if (id && id !== topic.id) void context.act("merge_topics", { topic: id, into: topic.id });
  };
  return (
    <li
      class={`card ${over ? "over" : ""}`}
      draggable={acts}
      onDragStart={(event) => event.dataTransfer?.setData("text/plain", topic.id)}
      onDragOver={(event) => acts && (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <div class="meta">
        {topic.status !== "active" && <Badge>{topic.status}</Badge>}
        {topic.pinned && <Badge kind="review">pinned</Badge>}
        {topic.lock && <Badge>locked until {topic.lock}</Badge>}
        <code>{topic.id}</code> <span>{plural(topic.turns, "prompt")}</span> <Time at={topic.used} />
      </div>
      <h2>{topic.title}</h2>
      {topic.terms.length > 0 && <p class="dim">{topic.terms.join(" · ")}</p>}
      {prompts.length > 0 && (
        <details>
          <summary>Last prompts</summary>
          <ul>
            {prompts.slice(-8).map((prompt) => (
              <li key={prompt.number}>{prompt.text}</li>
            ))}
          </ul>
        </details>
      )}
      {acts && (
        <div class="actions">
          <button type="button" aria-expanded={merging} onClick={() => setMerging(!merging)}>
            Merge into …
          </button>
          <button type="button" onClick={props.onSplit} disabled={topic.turns < 2}>
            Split …
          </button>
          <button type="button" onClick={() => context.act("rate_topic", { topic: topic.id, useful: true })}>
            Useful
          </button>
          <button type="button" onClick={() => context.act("rate_topic", { topic: topic.id, useful: false })}>
            Not useful
          </button>
        </div>
      )}
      {merging && (
        <label>
          Merge into
          <select
            value=""
            onChange={(event) => {
              setMerging(false);
              void context.act("merge_topics", { topic: topic.id, into: event.currentTarget.value });
            }}
          >
            <option value="">choose a topic</option>
            {props.topics
              .filter((other) => other.id !== topic.id && other.status === "active")
              .map((other) => (
                <option key={other.id} value={other.id}>
                  {other.title}
                </option>
              ))}
          </select>
        </label>
      )}
    </li>
  );
}

function Split({ context, topic, onDone }: { context: Context; topic: Topic; onDone: () => void }) {
  const { value, error } = useLoaded<SplitProposal>(() => context.source.ask("split", { topic: topic.id }), [topic.id]);
  const [chosen, setChosen] = useState<Set<number> | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const numbers = chosen ?? new Set(value?.groups[1]?.turns ?? []);
  const toggle = (turn: number) => {
    const next = new Set(numbers);
    if (!next.delete(turn)) next.add(turn);
    setChosen(next);
  };
  const split = async () => {
    const done = await context.act("split_topic", { topic: topic.id, groups: [[...numbers]] });
    if (done) onDone();
  };
  const open = (element: HTMLDialogElement | null) => {
    if (element && !element.open) element.showModal();
    dialog.current = element;
  };
  return (
    <dialog ref={open} onClose={onDone} aria-labelledby="split-title">
      <h2 id="split-title">Split “{topic.title}”</h2>
      <p class="dim">The chosen prompts become a topic of their own. Suggested ones are chosen already.</p>
      {!value ? (
        <Loading error={error} />
      ) : (
        <fieldset>
          <legend>Prompts that leave</legend>
          {value.turns.map((turn) => (
            <label key={turn.number} class="check">
              <input type="checkbox" checked={numbers.has(turn.number)} onChange={() => toggle(turn.number)} />
              <span class={turn.role === "prompt" ? "" : "dim"}>{turn.text.slice(0, 160)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div class="actions">
        <button type="button" class="primary" disabled={!numbers.size} onClick={split}>
          Split off {numbers.size}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
