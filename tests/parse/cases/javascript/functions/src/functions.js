export function plain(a, b = 1, ...rest) {
  const inner = () => rest.map((x) => x + b);
  return inner();
}

export async function* stream(source) {
  for (const chunk of source) {
    yield chunk.read();
  }
}

export const arrow = async ({ id }) => {
  return plain(id);
};

const curried = (a) => (b) => plain(a, b);

export default function () {
  arrow({ id: curried(1)(2) });
}

let later;
later = plain(1);
if (later) {
  var hoisted = 2;
}
