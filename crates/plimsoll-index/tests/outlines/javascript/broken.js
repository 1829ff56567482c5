function whole(a) {
  return a;
}

class Half {
  good() {
    return 1;
  }
  bad( {
}

function after() {
  return 2;
}
const x = ;
