export function inspect() {}
