/** A queue of tasks. */
function Queue(limit) {
  this.items = [];
  this.limit = limit;
  this.size = function () {
    return this.items.length;
  };
}

/** Adds one. */
Queue.prototype.push = function (task) {
  this.items.push(task);
  return this.size();
};

Queue.create = () => new Queue(10);

(function () {
  var hidden = Queue.create();
  function setup() {
    hidden.push(1);
  }
  setup();
})();
