//! A new data file is noticed, not only a changed one.

fn main() {
    println!("cargo:rerun-if-changed=../../content");
}
