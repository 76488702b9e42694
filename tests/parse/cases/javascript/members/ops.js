import { encode } from './encode'

function insert(child) {
  return encode(child)
}

export const ops = {
  insert,
  write: encode,
  remove() {
    ops.insert()
  }
}

export default { insert, ops }
