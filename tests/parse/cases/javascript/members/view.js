export function render(page) {}

exports = { hide() {} }
