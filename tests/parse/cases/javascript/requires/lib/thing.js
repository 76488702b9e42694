class Thing {
  constructor(name) {}
  weigh() {}
  static of(name) {}
}
module.exports = Thing;
