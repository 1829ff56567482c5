'use strict';

var first = require('first')
  , second = require("second")
  , log = require('debug')('exports');
const { named, other: renamed } = require('./named');

// What a prototype has under several names.
Store.prototype.open =
Store.prototype.reopen = function (path) {
  return path;
};
Store.prototype.connect = connect;

function connect(to) {
  return to;
}

const later = (a) => (b) => {
  log(a, b);
  return b;
};

const made = () =>
  build({
    a: 1,
    b: 2,
    c: 3,
  });

const { left, right } = split({
  by(key) {
    return key;
  },
});

customElements.define('x-y', class Element extends HTMLElement {
  connected() {
    log('here');
  }
});

try {
  exports.now = function () {
    return Date.now();
  };
}
catch (error) {
  log(error);
  exports.failed = true;
}

['a', 'b'].map({
  run(it) {
    return it;
  },
}).forEach((it) => {
  log(it);
  log(it);
});

exports.connect = connect;
module.exports = {
  connect,
  later,
  made,
};
module.exports = function (options) {
  log(options);
  return new Store(options);
};
