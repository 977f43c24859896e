//! A new case is noticed, not only a changed one.

fn main() {
    println!("cargo:rerun-if-changed=../../cases");
}
