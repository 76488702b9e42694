export function encode(value) {
  return value
}
