import { Base } from './base.js';

/** Keeps things. */
@sealed
export class Cache extends Base {
  /** How many. */
  static #count = 0;
  limit = 10;
  table = {
    a: 1,
    b: 2,
    c: 3,
  };
  onEvent = (event) => {
    this.limit = event.limit;
  };

  static {
    Cache.#count = 1;
  }

  constructor(limit) {
    super();
    this.limit = limit;
  }

  get size() { return this.limit; }
  set size(value) {
    this.limit = value;
    this.#check();
  }

  @logged
  async get(key) {
    const found = await this.load(key);
    return found;
  }

  #check() {}
  *[Symbol.iterator]() {
    yield 1;
    yield 2;
  }
  static of(...values) { return new Cache(values); }
  'quoted name'() {}
}

const Mixed = class extends mixin(Base, Other) {
  method() {}
};

export default class extends Base {
  anonymous() {
    return 1;
  }
}

foo(class {
  hidden() {}
});
