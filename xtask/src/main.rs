mod vectors;
fn main() {}
