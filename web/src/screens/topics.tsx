// The streams of work over time, with merge, split and undo.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Context } from "../context";
import { Chart } from "../chart";
import { Badge, Empty, Loading, Screen, Tiles, Time, count, plural, useLoaded } from "../parts";
import { shortened, streams } from "../streams";
import type { SplitProposal, Topic, TopicStreams } from "../values";

export function Topics({ context }: { context: Context }) {
  const { source, version } = context;
  const { value, error } = useLoaded(() => source.screen("topics"), [version.memory]);
  const [all, setAll] = useState(false);
  const [splitting, setSplitting] = useState<Topic | null>(null);
  const [picked, setPicked] = useState("");
  const visible = (value?.topics ?? []).filter((topic) => all || topic.status === "active" || topic.id === picked);
  useEffect(() => {
    if (picked) document.getElementById(`topic-${picked}`)?.scrollIntoView({ behavior: "smooth", block: "center" });
  }, [picked]);
  return (
    <Screen
      title="Topics"
      lead="Prompts grouped into streams of work. A prompt's topic decides which memories and code fit it, and after a compaction the assistant is told where each stream stood."
    >
      {!value ? (
        <Loading error={error} />
      ) : !value.topics.length ? (
        <Empty>No topics yet: they grow from the prompts you send.</Empty>
      ) : (
        <>
          <Totals value={value} />
          <Streams value={value} theme={context.theme} onPick={setPicked} />
          <div class="filters">
            <div class="tabs" role="group" aria-label="Which topics">
              <button type="button" aria-pressed={!all} onClick={() => setAll(false)}>
                Active
              </button>
              <button type="button" aria-pressed={all} onClick={() => setAll(true)}>
                Archived and merged too
              </button>
            </div>
            {source.acts && (
              <button type="button" disabled={!value.undo} onClick={() => context.act("undo", {})}>
                {value.undo ? `Undo: ${value.undo}` : "Nothing to undo"}
              </button>
            )}
            <p class="dim count" role="status">
              {plural(visible.length, "topic")}
              {source.acts && " · drag one onto another to merge them"}
            </p>
          </div>
          <Suggestions context={context} value={value} onSplit={setSplitting} />
          <ul class="topics">
            {visible.map((topic) => (
              <TopicCard key={topic.id} context={context} topic={topic} topics={visible} value={value} isPicked={topic.id === picked} onSplit={() => setSplitting(topic)} />
            ))}
          </ul>
          {splitting && <Split context={context} topic={splitting} onDone={() => setSplitting(null)} />}
        </>
      )}
    </Screen>
  );
}

function Totals({ value }: { value: TopicStreams }) {
  const active = value.topics.filter((topic) => topic.status === "active").length;
  const changes = value.prompts.filter((prompt) => prompt.change).length;
  const sessions = new Set(value.prompts.map((prompt) => prompt.session)).size;
  return (
    <Tiles
      tiles={[
        { label: "Active topics", value: count(active), note: `of ${plural(value.topics.length, "topic")}` },
        { label: "Prompts", value: count(value.prompts.length), note: `in ${plural(sessions, "session")}` },
        { label: "Changes of topic", value: count(changes), note: changes ? `one in ${(value.prompts.length / changes).toFixed(1)} prompts` : "every prompt stayed with its topic" },
      ]}
    />
  );
}

const SPANS = { "60": "last 60 prompts", "200": "last 200 prompts", "5000": "all prompts" };

function Streams({ value, theme, onPick }: { value: TopicStreams; theme: string; onPick: (topic: string) => void }) {
  const [span, setSpan] = useState("60");
  const narrow = window.innerWidth < 700;
  const data = useMemo(() => streams(value, Number(span), narrow ? 14 : 38), [value, span, narrow]);
  if (!data.prompts.length) return null;
  const tip = (at: number) => {
    const prompt = data.prompts[at]!;
    const when = new Date(prompt.at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
    const words = prompt.change ? `${when} · topic changed` : when;
    return { title: shortened(prompt.text, 120), rows: [{ colour: data.colourOf(prompt.topic), label: data.titleOf(prompt.topic), text: "" }, { colour: "card", label: words, text: "" }] };
  };
  return (
    <div class="streams">
      <Chart
        title="Streams of prompts"
        label={`${data.prompts.length} prompts in ${data.lanes.length} lanes over time, with ${data.changes} changes of topic`}
        times={data.times}
        lines={data.lines}
        lanes={data.lanes}
        height={Math.max(150, 26 * data.lanes.length + 50)}
        tip={tip}
        onPick={(at) => onPick(data.prompts[at]!.topic)}
        theme={theme}
      />
      {value.prompts.length > 60 && (
        <label class="span">
          Show{" "}
          <select value={span} onChange={(event) => setSpan(event.currentTarget.value)}>
            {Object.entries(SPANS).map(([most, title]) => (
              <option key={most} value={most}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function Suggestions({ context, value, onSplit }: { context: Context; value: TopicStreams; onSplit: (topic: Topic) => void }) {
  if (!context.source.acts || (!value.merges.length && !value.splits.length)) return null;
  const title = (id: string) => value.topics.find((topic) => topic.id === id)?.title ?? id;
  return (
    <details class="panel advice">
      <summary>Suggestions: {value.merges.length + value.splits.length}</summary>
      <ul class="suggestions">
        {value.merges.map((merge) => (
          <li key={merge.thread_a + merge.thread_b}>
            <span>
              Merge “{title(merge.thread_b)}” into “{title(merge.thread_a)}”: {merge.reason}
            </span>
            <button type="button" onClick={() => context.act("merge_topics", { topic: merge.thread_b, into: merge.thread_a })}>
              Merge
            </button>
          </li>
        ))}
        {value.splits.map((split) => {
          const topic = value.topics.find((one) => one.id === split.thread_id);
          return (
            <li key={split.thread_id}>
              <span>
                Split “{title(split.thread_id)}”: {split.reason}
              </span>
              {topic && (
                <button type="button" onClick={() => onSplit(topic)}>
                  Split …
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function TopicCard(props: { context: Context; topic: Topic; topics: Topic[]; value: TopicStreams; isPicked: boolean; onSplit: () => void }) {
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
      id={`topic-${topic.id}`}
      class={`card ${over ? "over" : ""} ${props.isPicked ? "found" : ""}`}
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
        <span>{plural(topic.turns, "prompt")}</span> <code>{topic.id}</code> <Time at={topic.used} />
      </div>
      <h2>{topic.title}</h2>
      {topic.terms.length > 0 && (
        <p class="terms">
          {topic.terms.map((term) => (
            <Badge key={term}>{term}</Badge>
          ))}
        </p>
      )}
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
        <label class="editor">
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
