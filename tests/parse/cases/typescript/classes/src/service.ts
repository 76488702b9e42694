import { Base } from "./base";
import * as ns from "./ns";

/**
 * Keeps sessions.
 * @see Base
 */
export abstract class Service<T extends object> extends Base<T> implements Closeable, ns.Named {
  static instances = 0;
  #secret = "s";
  private readonly cache: Map<string, T> = new Map();
  protected store?: Store;

  constructor(private repo: Repo, readonly size: number, plain: string) {
    super(plain);
    this.store = new Store();
  }

  /** The number of things. */
  get count(): number {
    return this.repo.count();
  }

  set count(value: number) {
    this.#secret = String(value);
  }

  async load(id: string): Promise<T> {
    const found = this.repo.find(id);
    this.store!.load(id);
    return found?.value;
  }

  static create(): Service<object> {
    return new Concrete(new Repo(), 1, "x");
  }

  protected abstract check(item: T): boolean;

  onChange = (event: Event): void => {
    this.load(event.type);
  };
}

class Concrete extends Service<object> {
  protected check(item: object): boolean {
    return super.check(item);
  }
}
