export const LIMIT = 10, other: number = 4;
let state: State = initial();
const { host, port: portNumber } = read();
export const { first, second: renamed } = host.parts();
if (host) {
  const inBlock = 1;
}

/** Handlers by name. */
export const handlers = {
  open() {
    return state.open();
  },
  close: () => LIMIT,
  "odd-name": function () {},
  size: 3,
};

handlers.open();
const checked = value() as Checked<State>;
const typed = new Map<string, State>();
export = handlers;
