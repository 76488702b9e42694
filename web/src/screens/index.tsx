// What is indexed, by folder and language, with its problems and its freshness.
import type { Context } from "../context";
import { Empty, Loading, Place, Screen, Time, ago, count, plural, useLoaded, useMore } from "../parts";
import type { IndexSummary } from "../values";

export function IndexScreen({ context }: { context: Context }) {
  const { value, error } = useLoaded(() => context.source.screen("index"), []);
  return (
    <Screen
      title="Index"
      lead="The code Sightline knows: what is missing here cannot be told. Assistants search it with search_code and get_context, and it is refreshed as files change."
    >
      {!value ? <Loading error={error} /> : value.state === "none" ? <Empty>This project is not indexed yet: sightline index</Empty> : <Summary context={context} value={value} />}
    </Screen>
  );
}

function Summary({ context, value }: { context: Context; value: IndexSummary }) {
  const behind = value.head && value.current_head && value.head !== value.current_head;
  const most = Math.max(...value.languages.map((one) => one.files), 1);
  return (
    <>
      <dl class="totals">
        <div>
          <dt>files</dt>
          <dd>{count(value.files)}</dd>
        </div>
        <div>
          <dt>symbols</dt>
          <dd>{count(value.symbols)}</dd>
        </div>
        <div>
          <dt>relations</dt>
          <dd>{count(value.edges)}</dd>
        </div>
        <div>
          <dt>past commits</dt>
          <dd>{count(value.commits)}</dd>
        </div>
      </dl>
      <p role="status">
        {value.state === "ready" ? "Complete" : `Being built: ${plural(value.todo, "file")} to go`}, refreshed{" "}
        {value.updated ? <Time at={value.updated} /> : "never"}
        {value.head && ` at commit ${value.head.slice(0, 10)}`}
        {behind ? `; the checked-out commit is ${value.current_head.slice(0, 10)}, the next prompt or tool call refreshes it.` : "."}{" "}
        {count(value.undecided)} calls have no known target.
      </p>
      <div class="columns even">
        <div>
          <h2>Languages</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">language</th>
                <th scope="col" class="number">files</th>
                <th scope="col" class="number">tests</th>
                <th scope="col" class="wide"><span class="hidden">share</span></th>
              </tr>
            </thead>
            <tbody>
              {value.languages.map((one) => (
                <tr key={one.language}>
                  <th scope="row">{one.language}</th>
                  <td class="number">{count(one.files)}</td>
                  <td class="number">{count(one.roles.test ?? 0)}</td>
                  <td class="wide"><i class="bar" style={{ width: `${(100 * one.files) / most}%` }} /></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Folders value={value} />
      </div>
      <Problems context={context} value={value} />
    </>
  );
}

function Folders({ value }: { value: IndexSummary }) {
  const { shown, more } = useMore(value.folders.length, 20, []);
  const most = Math.max(...value.folders.map((one) => one.files), 1);
  return (
    <div>
      <h2>Folders</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">folder</th>
            <th scope="col" class="number">files</th>
            <th scope="col" class="number">kB</th>
            <th scope="col" class="wide"><span class="hidden">share</span></th>
          </tr>
        </thead>
        <tbody>
          {value.folders.slice(0, shown).map((one) => (
            <tr key={one.folder}>
              <th scope="row">{one.folder}</th>
              <td class="number">{count(one.files)}</td>
              <td class="number">{count(Math.round(one.bytes / 1000))}</td>
              <td class="wide"><i class="bar" style={{ width: `${(100 * one.files) / most}%` }} /></td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </div>
  );
}

function Problems({ context, value }: { context: Context; value: IndexSummary }) {
  const { shown, more } = useMore(value.problems.length, 20, []);
  return (
    <>
      <h2>Places that could not be read</h2>
      {!value.problems.length ? (
        <Empty>None. Last look {ago(value.updated)}.</Empty>
      ) : (
        <>
          <p class="dim">The rest of each file was indexed; in test data this is normal.</p>
          <ul>
            {value.problems.slice(0, shown).map((one) => (
              <li key={one.path + one.line + one.message}>
                <Place source={context.source} path={one.path} line={one.line} /> {one.message}
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </>
  );
}
