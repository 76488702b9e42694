export function add(a: number, b: number): number;
export function add(a: string, b: string): string;
/** Adds two things. */
export function add(a: any, b: any): any {
  return a + b;
}

function* numbers(limit: number): Generator<number> {
  for (let i = 0; i < limit; i++) yield i;
}

export const twice = (n: number) => add(n, n);

const compose = <A, B>(f: (a: A) => B) => (a: A) => f(a);

const named = function inner(this: Window, ...rest: string[]) {
  function nested() {
    return rest.length;
  }
  return nested();
};

async function run(tasks: Task[], first: Task = tasks[0]) {
  for (const task of tasks) {
    await task.start();
  }
  const results = tasks.map((task) => {
    const inside = task.result();
    return inside;
  });
  return results.filter(Boolean);
}
