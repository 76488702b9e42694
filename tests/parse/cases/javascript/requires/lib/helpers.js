function make(name) {}
function read(path) {}
module.exports = { make, read };
