import { makeApi, makeShort, makeStore } from './api'

const api = makeApi('/')

export function run() {
  api.get('a')
  api.post('b')
  api.remove('c')
  api.other('d')
  makeShort().tell()
  const { get, post: send } = makeApi('/')
  get('e')
  send('f')
  const store = makeStore()
  store.load()
}
