import { Being } from './being.js';

/** An animal. */
export default class Animal extends Being {
  static count = 0;
  #name;
  legs = 4;

  constructor(name) {
    super();
    this.#name = name;
    this.voice = new Voice();
  }

  get name() { return this.#name; }
  set name(value) { this.#name = value; }

  async speak(...words) {
    await this.voice.say(words);
  }

  static *all() { yield* registry.values(); }

  handle = (event) => this.speak(event);
  'quoted name'() {}
}

const Dog = class extends Animal {
  speak() { super.speak('woof'); }
};

class Mixed extends mixin(Animal) {}
