// One injection: what was added with its score and parts, what was left out and why, and the sent block.
import { useEffect, useState } from "preact/hooks";
import type { Context } from "../context";
import { editedLines } from "../edited_lines";
import { EVIDENCE, eventWords, kindWords, strongest } from "../evidence";
import { Badge, Bar, Loading, Time, count, plural, shortKey, useLoaded } from "../parts";
import type { InjectionDetail, InjectionRow, LeftOutItem, LineEdit, Part, ShownItem } from "../values";

export function Detail({ context, id, row }: { context: Context; id: string; row?: InjectionRow }) {
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
        <h2>
          Injection {id}
          {row && ` · ${eventWords(row.event)}`}
        </h2>
        <a href="#/injections" class="close" aria-label="Close this injection">
          ×
        </a>
      </header>
      <blockquote class={detail.prompt ? undefined : "event"}>{detail.prompt || "No prompt of its own"}</blockquote>
      {row && <Facts row={row} />}
      <Notes notes={detail.notes} />
      <h3>Added: {plural(detail.items.length, "item")}</h3>
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
              <LeftOut key={item.kind + item.key} item={item} />
            ))}
          </ul>
        </details>
      )}
      <h3>{left ? "The block without this item" : "The block the assistant got"}</h3>
      <p class="dim">
        {left
          ? `${plural(left.without_tokens, "token")} instead of ${count(row?.tokens ?? 0)}`
          : detail.replay
            ? "Composed again from its parts: identical, byte for byte."
            : "Composing it again gives a different text: it was told by another version."}
      </p>
      <Block text={detail.text} edits={left ? left.without : []} />
    </article>
  );
}

function Facts({ row }: { row: InjectionRow }) {
  return (
    <div class="meta">
      <span>{row.agent}</span>
      <span title={row.session}>session {row.session.slice(0, 12)}</span>
      <span>
        {count(row.tokens)} of {count(row.budget)} tokens
      </span>
      <span>{row.ms.toFixed(0)} ms</span>
      <Time at={row.at} />
    </div>
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

function nameOf(item: { title: string; key: string }): string {
  return item.title || shortKey(item.key).name;
}

function Item(props: { context: Context; item: ShownItem; factors: string[]; chosen: boolean; onWithout: () => void }) {
  const { item, context } = props;
  const { place } = shortKey(item.key);
  const name = nameOf(item);
  const use = item.used === null ? "open" : item.used ? "used" : "unused";
  const word = { open: "use not known", used: item.how ? `used: ${item.how}` : "used", unused: "not used" }[use];
  const rate = (useful: boolean) => context.act("rate", { kind: item.kind, key: item.key, useful });
  return (
    <li class={`item ${use}`}>
      <div class="title">
        <span class={item.kind === "code" ? "name code" : "name"}>{name}</span>
        <Badge kind={use}>{word}</Badge>
      </div>
      {place && <div class="dim">{place}</div>}
      <div class="meta">
        <span>{kindWords(item.kind)}</span>
        <span>{plural(item.tokens, "token")}</span>
        <Score item={item} />
      </div>
      {item.parts.length > 0 && <Why item={item} factors={props.factors} />}
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

function LeftOut({ item }: { item: LeftOutItem }) {
  return (
    <li>
      <span class={item.kind === "code" ? "name code" : "name"}>{nameOf(item)}</span> <span class="dim">{shortKey(item.key).place}</span>
      <div class="meta">
        <span>{kindWords(item.kind)}</span>
        <Score item={item} />
        <span>{item.reason}</span>
      </div>
    </li>
  );
}

/** The score of code is the probability that the assistant opens it; other scores are weights. */
function isChance(item: { kind: string; parts: Part[] }): boolean {
  return item.kind === "code" && item.parts.length > 0;
}

function Score({ item }: { item: { kind: string; parts: Part[]; score: number } }) {
  if (!isChance(item)) return item.parts.length ? <span>score {item.score.toFixed(2)}</span> : null;
  return (
    <span class="chance">
      <Bar part={item.score} whole={1} /> {Math.round(item.score * 100)} % likely to be opened
    </span>
  );
}

/** The reasons in words, and every part of the score on request. */
function Why({ item, factors }: { item: ShownItem; factors: string[] }) {
  if (!isChance(item)) return <Formula parts={item.parts} factors={factors} />;
  const most = Math.max(...item.parts.map(([, value]) => Math.abs(value)));
  return (
    <>
      <ul class="reasons">
        {strongest(item.parts).map(({ label, value }) => (
          <li key={label} class={value > 0 ? "for" : "against"}>
            {label}
          </li>
        ))}
      </ul>
      <details class="parts">
        <summary>Every part of the estimate</summary>
        <table>
          <tbody>
            {[...item.parts]
              .sort((a, b) => b[1] - a[1])
              .map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{EVIDENCE[name] ?? name}</th>
                  <td>
                    <span class="weight">
                      <i class={value > 0 ? "for" : "against"} style={{ width: `${(50 * Math.abs(value)) / most}%` }} />
                    </span>
                  </td>
                  <td class="number">
                    {value > 0 ? "+" : "−"}
                    {Math.abs(value).toFixed(2)}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

/** The parts of a score: sums, and factors that multiply what stands before them. */
function Formula({ parts, factors }: { parts: Part[]; factors: string[] }) {
  return (
    <p class="reasons">
      {parts.map(([name, value], at) => `${at === 0 ? "= " : factors.includes(name) ? "× " : "+ "}${name} ${value.toFixed(2)}`).join(" ")}
    </p>
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
