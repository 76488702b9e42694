'use strict';

const DEFAULTS = { depth: 3 };

/**
 * Makes a thing.
 *
 * @param {string} name
 */
function make(name) {
  return new Thing(name);
}

exports.read = function read(path) {
  return make(path);
};

module.exports.write = (path) => exports.read(path);

module.exports = make;
