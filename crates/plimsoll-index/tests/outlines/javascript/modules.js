#!/usr/bin/env node
// A file of modules, old and new.
'use strict';

import fs, { readFile as read, stat } from 'node:fs';
import * as path from "node:path";
import './side-effect.js';
export * from './all.js';
export { one, two as zwei } from './some.js';

const util = require('util');
const { inspect, format: fmt } = require('util');
const {
  first,
  second,
} = require('./many');
var old = require("./old"), older = require("./older");
const lazy = () => import('./lazy.js');
app.use(require('./middleware'), {
  strict: true,
});

/** How many are kept. */
export const LIMIT = 10, STEP = 2;
export let counter = 0;
var legacy;

/**
 * A table.
 *
 * With more to say about it.
 */
const TABLE = {
  a: 1,
  b: [1, 2, 3],
  run() {
    return 1;
  },
  handler: function (event) {
    return event;
  },
  'quoted-key': () => {
    return 2;
  },
  nested: {
    deep(x) { return x; },
    value: 3,
    other: 4,
  },
};

export default function main(argv) {
  const helper = (x) => {
    return x + 1;
  };
  function inner() {
    return helper(1);
  }
  return inner();
}

/* A generator. */
export async function* walk(root,
  options = {}) {
  yield* [];
  yield 1;
}

export const arrow = async ({ a, b }) => {
  await a;
  return b;
};
const short = x => x * 2;
const bound = function named() {
  return new Thing.Part();
};
const wrapped = memoize(function (key, value) {
  const inside = () => {
    return key;
  };
  return inside() + value;
});
const message = `
  class NotAClass {
    method() {}
  }
`;

exports.exported = function () {
  return 1;
};
module.exports = function named(req, res) {
  return res;
};
Old.prototype.method = function (a, b) {
  return a + b;
};

if (LIMIT > 5 &&
    STEP > 1) {
  function conditional() {
    return 1;
  }
} else {
  other();
}

(function (root, factory) {
  root.lib = factory();
})(this, function () {
  function inModule() {
    return util;
  }
  function größe(ä) { return ä; }
  return { inModule };
});

describe('cases', () => {
  const setUp = () => {
    return 1;
  };
  it('hides what is deeper', () => {
    const local = () => {
      return 2;
    };
    expect(local()).toBe(setUp());
  });
});
