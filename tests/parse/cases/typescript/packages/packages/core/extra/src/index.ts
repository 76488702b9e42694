export function more() {}
