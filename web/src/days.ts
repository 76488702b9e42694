// Figures per day and per project from figures per day and project.
import type { Costs, Day } from "./values";

const SUMS = ["injections", "tokens", "items", "sessions", "decided", "used", "saved", "hook_calls"] as const;

function noDay(day: number, project: string): Day {
  return { day, project, injections: 0, tokens: 0, items: 0, sessions: 0, decided: 0, used: 0, saved: 0, hook_calls: 0, hook_p50: 0, hook_p95: 0 };
}

function add(total: Day, day: Day): void {
  for (const name of SUMS) total[name] += day[name];
  total.hook_p50 = Math.max(total.hook_p50, day.hook_p50);
  total.hook_p95 = Math.max(total.hook_p95, day.hook_p95);
}

/** One entry for every day, so that pauses show; several projects are added up. */
export function byDay(value: Pick<Costs, "days" | "to_day">, project: string): Day[] {
  const days = value.days.filter((day) => !project || day.project === project);
  const first = Math.min(...days.map((day) => day.day), value.to_day - 6);
  const all = Array.from({ length: value.to_day - first + 1 }, (_, at) => noDay(first + at, project));
  for (const day of days) if (day.day <= value.to_day) add(all[day.day - first]!, day);
  return all;
}

/** One entry for every project with all its days, the most told first. */
export function byProject(value: Pick<Costs, "days">): Day[] {
  const totals = new Map<string, Day>();
  for (const day of value.days) {
    const total = totals.get(day.project) ?? noDay(0, day.project);
    add(total, day);
    totals.set(day.project, total);
  }
  return [...totals.values()].sort((a, b) => b.tokens - a.tokens);
}
