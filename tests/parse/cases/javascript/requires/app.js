const helpers = require('./lib/helpers');
const { make, read: load } = require('./lib/helpers');
const Thing = require('./lib/thing');
const start = require('./lib/start');

function go() {
  helpers.make('a');
  make('b');
  load('c');
  new Thing('d').weigh();
  Thing.of('e');
  start();
}

class Heavy extends Thing {}

describe('requires', () => {
  it('hides nothing', () => {
    const make = () => 1;
    start();
  });
});
