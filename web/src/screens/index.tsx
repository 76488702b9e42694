// What is indexed, by folder and language, with its problems and its freshness.
import type { Context } from "../context";
import { Badge, Bar, Empty, Loading, Place, Screen, Table, Tiles, Time, ago, count, percent, plural, useLoaded, useMore } from "../parts";
import type { IndexSummary } from "../values";

export function IndexScreen({ context }: { context: Context }) {
  const { value, error } = useLoaded(() => context.source.screen("index"), []);
  return (
    <Screen
      title="Index"
      lead="The code Sightline knows: what is missing here cannot be told. Assistants search it with search_code and get_context, and it is refreshed as files change."
    >
      {!value ? <Loading error={error} /> : value.state === "none" ? <Empty command="sightline index">This project is not indexed yet.</Empty> : <Summary context={context} value={value} />}
    </Screen>
  );
}

const LANGUAGES: Record<string, string> = { css: "CSS", cpp: "C++", csharp: "C#", html: "HTML", javascript: "JavaScript", json: "JSON", php: "PHP", sql: "SQL", toml: "TOML", tsx: "TSX", typescript: "TypeScript", xml: "XML", yaml: "YAML" };

function languageName(name: string): string {
  return LANGUAGES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

function Summary({ context, value }: { context: Context; value: IndexSummary }) {
  const most = Math.max(...value.languages.map((one) => one.files), 1);
  return (
    <>
      <Tiles
        tiles={[
          { label: "Files", value: count(value.files), note: `in ${plural(value.languages.length, "language")}` },
          { label: "Symbols", value: count(value.symbols), note: "functions, classes and the like" },
          { label: "Relations", value: count(value.edges), note: `${count(value.undecided)} calls without a known target` },
          { label: "Past commits", value: count(value.commits), note: "searched like the code" },
          { label: "Unreadable places", value: count(value.problems.length), note: value.problems.length ? "listed below" : "everything was read", tone: value.problems.length ? "doubt" : undefined },
        ]}
      />
      <Freshness value={value} />
      <div class="grid">
        <div class="stack">
          <Table
            title="Languages"
            rows={value.languages}
            columns={[
              { title: "Language", show: (one) => languageName(one.language) },
              { title: "Files", number: true, show: (one) => count(one.files) },
              { title: "Tests", number: true, show: (one) => count(one.roles.test ?? 0) },
              { title: "Share", number: true, show: (one) => percent(one.files, value.files) },
              { title: "Amount", quiet: true, show: (one) => <Bar part={one.files} whole={most} /> },
            ]}
          />
          <Problems context={context} value={value} />
        </div>
        <Folders value={value} />
      </div>
    </>
  );
}

function Freshness({ value }: { value: IndexSummary }) {
  const isBehind = value.head && value.current_head && value.head !== value.current_head;
  const isReady = value.state === "ready";
  return (
    <p role="status" class="fresh-line">
      <Badge kind={isReady && !isBehind ? "fresh" : "needs_review"}>{!isReady ? "being built" : isBehind ? "behind" : "up to date"}</Badge>
      <span>
        {!isReady && `${plural(value.todo, "file")} to go. `}
        Refreshed {value.updated ? <Time at={value.updated} /> : "never"}
        {value.head && (
          <>
            {" "}
            at commit <code>{value.head.slice(0, 10)}</code>
          </>
        )}
        {isBehind ? (
          <>
            ; checked out is <code>{value.current_head.slice(0, 10)}</code>, which the next prompt or tool call takes in.
          </>
        ) : (
          "."
        )}
      </span>
    </p>
  );
}

function Folders({ value }: { value: IndexSummary }) {
  const { shown, more } = useMore(value.folders.length, 20, []);
  const most = Math.max(...value.folders.map((one) => one.files), 1);
  return (
    <Table
      title="Folders"
      rows={value.folders.slice(0, shown)}
      columns={[
        { title: "Folder", show: (one) => <code>{one.folder}</code> },
        { title: "Files", number: true, show: (one) => count(one.files) },
        { title: "Tests", number: true, show: (one) => count(one.tests) },
        { title: "Size", number: true, show: (one) => size(one.bytes) },
        { title: "Amount", quiet: true, show: (one) => <Bar part={one.files} whole={most} /> },
      ]}
    >
      {more}
    </Table>
  );
}

function size(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${count(Math.ceil(bytes / 1000))} kB`;
}

function Problems({ context, value }: { context: Context; value: IndexSummary }) {
  const { shown, more } = useMore(value.problems.length, 20, []);
  if (!value.problems.length) return null;
  return (
    <section class="panel" aria-label="Places that could not be read">
      <h2>Places that could not be read</h2>
      <p class="dim">The rest of each file was indexed; in test data this is normal. Last look {ago(value.updated)}.</p>
      <ul class="reached">
        {value.problems.slice(0, shown).map((one) => (
          <li key={one.path + one.line + one.message}>
            <span>{one.message}</span> <Place source={context.source} path={one.path} line={one.line} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
