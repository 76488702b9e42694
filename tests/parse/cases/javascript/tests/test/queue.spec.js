const Queue = require('../lib/queue');

function fill(queue) {
  queue.push(1);
}

describe('Queue', function () {
  const queue = new Queue(3);
  it('grows', function () {
    fill(queue);
  });
});
