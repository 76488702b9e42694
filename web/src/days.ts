// Figures per day from figures per day and project.
import type { Costs, Day } from "./values";

/** One entry for every day, so that pauses show; several projects are added up. */
export function byDay(value: Pick<Costs, "days" | "to_day">, project: string): Day[] {
  const days = value.days.filter((day) => !project || day.project === project);
  const first = Math.min(...days.map((day) => day.day), value.to_day - 6);
  const empty: Day = { day: 0, project, injections: 0, tokens: 0, items: 0, sessions: 0, decided: 0, used: 0, saved: 0, hook_calls: 0, hook_p50: 0, hook_p95: 0 };
  return Array.from({ length: value.to_day - first + 1 }, (_, at) => {
    const total = { ...empty, day: first + at };
    for (const day of days.filter((one) => one.day === first + at)) {
      for (const name of ["injections", "tokens", "items", "sessions", "decided", "used", "saved", "hook_calls"] as const) total[name] += day[name];
      total.hook_p50 = Math.max(total.hook_p50, day.hook_p50);
      total.hook_p95 = Math.max(total.hook_p95, day.hook_p95);
    }
    return total;
  });
}
