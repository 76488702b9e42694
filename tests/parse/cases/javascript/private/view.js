export class Grid {
  draw() {}
}

export class Canvas {
  draw() {}
}

export class View {
  #grid = new Grid();

  #canvas;

  static #count = 0;

  constructor() {
    this.#canvas = new Canvas();
  }

  #ensureGrid(id) {
    View.#count += 1;
    return this.#grid;
  }

  get #first() {
    return this.#ensureGrid(1);
  }

  paint(id) {
    this.#ensureGrid(id).draw();
    this.#grid.draw();
    const grid = this.#ensureGrid(id);
    grid.draw();
    const { draw } = this.#grid;
    this.#first.draw();
    this.#canvas.draw();
  }
}
