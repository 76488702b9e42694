// Prompts as lanes over time: one lane for each topic, and one for those that have none of their own.
import type { Line } from "./chart";
import type { TopicPrompt, TopicStreams } from "./values";

const LANES = 14;
const COLOURS = ["lane1", "lane2", "lane3", "lane4", "lane5", "lane6"];
const OTHER = "unused";

export interface Streams {
  /** From the lowest lane to the highest. */
  lanes: string[];
  prompts: TopicPrompt[];
  times: number[];
  lines: Line[];
  changes: number;
  titleOf(topic: string): string;
  colourOf(topic: string): string;
}

/** The last prompts; the topics with the most of them have a lane, the last used at the top. */
export function streams(value: TopicStreams, most: number, titleLength: number): Streams {
  const prompts = value.prompts.slice(-most);
  const last = new Map(prompts.map((prompt, at) => [prompt.topic, at]));
  const drawn = topicsByPrompts(prompts)
    .slice(0, LANES)
    .sort((a, b) => last.get(a)! - last.get(b)!);
  const hasOther = last.size > drawn.length;
  const lane = new Map(drawn.map((topic, at) => [topic, at + 1 + Number(hasOther)]));
  const laneOf = (prompt: TopicPrompt) => lane.get(prompt.topic) ?? 1;
  const titles = new Map(value.topics.map((topic) => [topic.id, topic.title]));
  const titleOf = (topic: string) => titles.get(topic) ?? topic;
  const colourOf = (topic: string) => (lane.has(topic) ? COLOURS[drawn.indexOf(topic) % COLOURS.length]! : OTHER);
  const own = drawn.map((topic) => shortened(titleOf(topic), titleLength));
  const only = (test: (prompt: TopicPrompt) => boolean) => prompts.map((prompt) => (test(prompt) ? laneOf(prompt) : null));
  const lines: Line[] = [{ label: "topic changed", colour: "dim", values: only((prompt) => prompt.change && lane.has(prompt.topic)), points: 17, rings: true }];
  for (const topic of drawn) {
    // A line is drawn only while the work stays with the topic.
    const style = { colour: colourOf(topic), width: 4, points: 10, quiet: true };
    lines.push({ label: titleOf(topic), values: only((prompt) => prompt.topic === topic), ...style });
  }
  if (hasOther) lines.push({ label: "other", colour: OTHER, values: only((prompt) => !lane.has(prompt.topic)), points: 10, quiet: true });
  return {
    lanes: hasOther ? [`${last.size - drawn.length} other topics`, ...own] : own,
    prompts,
    times: rising(prompts.map((prompt) => prompt.at / 1000)),
    lines,
    changes: prompts.filter((prompt) => prompt.change).length,
    titleOf,
    colourOf,
  };
}

/** Topics by how many of the prompts are theirs. */
function topicsByPrompts(prompts: TopicPrompt[]): string[] {
  const counts = new Map<string, number>();
  for (const { topic } of prompts) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!);
}

/** Two prompts in one moment would share a place on the axis. */
function rising(times: number[]): number[] {
  let last = 0;
  return times.map((time) => (last = Math.max(last + 0.001, time)));
}

export function shortened(title: string, most: number): string {
  return title.length > most ? `${title.slice(0, most - 1).trimEnd()}…` : title;
}
