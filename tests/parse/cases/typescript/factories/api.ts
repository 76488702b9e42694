export class Store {
  load() {}
}

export function makeApi(base: string) {
  function remove(path: string) {}
  return {
    get(path: string) {
      return base + path
    },
    post: (path: string) => base + path,
    remove,
  }
}

export const makeShort = () => ({ tell() {} })

export function makeStore(): Store {
  return new Store()
}
