//! Files that were not made by a friend: pipes, devices, files without end, text in other encodings, thousands of
//! mistakes.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// Runs the program; one that hangs is ended, so that the test fails instead of waiting for ever.
fn opfire(args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_opfire"));
    program.args(args).env_remove("OPFIRE_CONTENT").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let (mut out, mut said) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let out = std::thread::spawn(move || read_all(&mut out));
    let said = std::thread::spawn(move || read_all(&mut said));
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let status = child.wait().unwrap();
    Output { status, stdout: out.join().unwrap(), stderr: said.join().unwrap() }
}

fn read_all(pipe: &mut impl std::io::Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    pipe.read_to_end(&mut bytes).unwrap();
    bytes
}

/// What is said about it; it must be refused, and not by a signal.
fn refused(args: &[&str]) -> String {
    let output = opfire(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
    said
}

fn accepted(args: &[&str]) -> String {
    let output = opfire(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content")
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn written(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["json", "toml", "tmx", "kdl"] {
        let (fifo, device) =
            (folder.path().join(format!("pipe.{ending}")), folder.path().join(format!("zero.{ending}")));
        pipe(&fifo);
        symlink("/dev/zero", &device).unwrap();
        for path in [fifo, device] {
            let path = path.display().to_string();
            let said = refused(&["check", &path, "--game", "divisions"]);
            assert!(said.contains("a pipe, a socket or a device, not a file"), "{path}: {said}");
        }
    }
    for option in ["--verify", "--legacy"] {
        let said = refused(&["replay", option, folder.path().join("pipe.json").to_str().unwrap()]);
        assert!(said.contains("not a file"), "{said}");
    }
    let roster = format!("roster=@{}", folder.path().join("zero.json").display());
    let said = refused(&["sim", "open-fire", "training", "--games", "1", "--set", &roster]);
    assert!(said.contains("not a file"), "{said}");
}

#[test]
fn a_folder_of_content_with_a_pipe_or_a_device_is_refused() {
    for device in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("divisions")).unwrap();
        let path = folder.path().join("divisions/units.toml");
        if device {
            symlink("/dev/zero", &path).unwrap();
        } else {
            pipe(&path);
        }
        let said = refused(&["check", folder.path().to_str().unwrap()]);
        assert!(said.contains("units.toml") && said.contains("not a file"), "{said}");
        let said = refused(&["--content", folder.path().to_str().unwrap(), "games"]);
        assert!(said.contains("units.toml") && said.contains("not a file"), "{said}");
    }
}

#[test]
fn a_file_without_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.json");
    fs::File::create(&path).unwrap().set_len(content::LARGEST_TEXT + 1).unwrap();
    for command in ["check", "replay"] {
        assert!(refused(&[command, path.to_str().unwrap()]).contains("larger than 8 MB"));
    }
}

fn map_with(tileset: &str) -> String {
    let map = fs::read_to_string(content().join("divisions/maps/rzhavets.tmx")).unwrap();
    assert!(map.contains("../tiles/terrain.tsx"));
    map.replacen("../tiles/terrain.tsx", tileset, 1)
}

#[test]
fn a_map_names_no_tileset_outside_of_its_folders() {
    let folder = tempfile::tempdir().unwrap();
    let outside = written(&folder, "elsewhere/secret.tsx", "<tileset/>");
    let inside = folder.path().join("content/divisions/maps");
    fs::create_dir_all(&inside).unwrap();
    pipe(&inside.join("pipe.tsx"));
    symlink("/dev/zero", inside.join("zero.tsx")).unwrap();
    symlink(&outside, inside.join("linked.tsx")).unwrap();
    fs::File::create(inside.join("large.tsx")).unwrap().set_len(content::LARGEST_TEXT + 1).unwrap();
    for (source, why) in [
        (outside.as_str(), "write the way to it from the folder of the map"),
        ("/dev/zero", "write the way to it from the folder of the map"),
        ("C:\\tiles\\terrain.tsx", "write the way to it from the folder of the map"),
        ("../../../elsewhere/secret.tsx", "lies elsewhere"),
        ("linked.tsx", "lies elsewhere"),
        ("terrain.png", "ends in .tsx"),
        ("pipe.tsx", "not a file"),
        ("zero.tsx", ""),
        ("large.tsx", "larger than 8 MB"),
    ] {
        let path = written(&folder, "content/divisions/maps/mine.tmx", map_with(source));
        let said = refused(&["check", &path, "--game", "divisions"]);
        assert!(said.contains(why) && said.contains("mine.tmx:"), "{source}: {said}");
        let (to, args) = (folder.path().join("new.tmx"), ["map", "convert", &path]);
        let said = refused(&[&args[..], &[to.to_str().unwrap(), "--game", "divisions"]].concat());
        assert!(said.contains(why), "{source}: {said}");
    }
    // A map that lies by itself may name what lies beside it, and nothing above.
    let path = written(&folder, "alone/mine.tmx", map_with("../elsewhere/secret.tsx"));
    assert!(refused(&["check", &path, "--game", "divisions"]).contains("lies elsewhere"));
    let tiles = fs::read(content().join("divisions/tiles/terrain.tsx")).unwrap();
    written(&folder, "alone/tiles/terrain.tsx", tiles);
    let path = written(&folder, "alone/mine.tmx", map_with("tiles/terrain.tsx"));
    accepted(&["check", &path, "--game", "divisions"]);
}

#[test]
fn a_byte_order_mark_is_no_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let marked = |text: &str| format!("\u{feff}{text}");
    let read = |path: &str| fs::read_to_string(content().join(path)).unwrap();
    for (from, to) in [
        ("divisions/scenarios/tiger-in-the-open.toml", "divisions/scenarios/mine.toml"),
        ("divisions/maps/rzhavets.tmx", "divisions/maps/mine.tmx"),
        ("open-fire/missions/training.kdl", "open-fire/missions/training.kdl"),
    ] {
        let path = written(&folder, to, marked(&read(from)));
        accepted(&["check", &path, "--game", from.split('/').next().unwrap()]);
    }
    let copy = folder.path().join("copy");
    assert!(Command::new("cp").arg("-r").arg(content()).arg(&copy).status().unwrap().success());
    for file in ["divisions/units.toml", "divisions/tiles/terrain.tsx", "open-fire/rules.toml"] {
        fs::write(copy.join(file), marked(&read(file))).unwrap();
    }
    accepted(&["check", copy.to_str().unwrap()]);
}

#[test]
fn other_encodings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = "turns = [\"clear\"]\n";
    let wide = |mark: &[u8], big: bool| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
        mark.iter().copied().chain(units).collect()
    };
    for (bytes, why) in [
        (wide(&[0xff, 0xfe], false), "UTF-16: save it as UTF-8"),
        (wide(&[0xfe, 0xff], true), "UTF-16: save it as UTF-8"),
        (wide(&[], false), "UTF-16: save it as UTF-8"),
        (wide(&[], true), "UTF-16: save it as UTF-8"),
        (b"turns = [\"cl\xe9ar\"]".to_vec(), "byte 13 is not UTF-8"),
    ] {
        let path = written(&folder, "mine.toml", bytes);
        assert!(refused(&["check", &path, "--game", "divisions"]).contains(why), "{why}");
    }
}

/// Braces, brackets, elements and comments within one another: the readers' own recursion must not run out of stack.
#[test]
fn deep_nesting_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(200_000), close.repeat(200_000));
    let map = map_with("../tiles/terrain.tsx");
    let groups = map.replacen("</map>", &format!("{}</map>", deep("<group>", "</group>")), 1);
    for (name, text) in [
        ("a.toml", format!("turns = {}", deep("[", "]"))),
        ("b.toml", format!("turns = {}", deep("{a=", "}"))),
        ("c.toml", format!("a{} = 1", ".a".repeat(200_000))),
        ("d.json", deep("[", "]")),
        ("e.json", deep("{\"a\":", "}")),
        ("paragraphs/f.kdl", deep("a {\n", "}\n")),
        ("paragraphs/g.kdl", format!("{} paragraph 001 {{ stop }}", deep("/*", "*/"))),
        ("paragraphs/h.kdl", format!("paragraph 001 {{ stop {} }}", "/-".repeat(200_000))),
        ("divisions/maps/i.tmx", deep("<a>", "</a>")),
        ("divisions/maps/j.tmx", groups),
    ] {
        let path = written(&folder, name, text);
        let said = refused(&["check", &path, "--game", "divisions"]);
        assert!(!said.contains("panicked"), "{name}: {said}");
    }
}

/// Thousands of mistakes in each kind of file: the first hundred are told, and how many more there are.
#[test]
fn of_many_problems_the_first_hundred_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let many = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let ground = "[ground]\nlegend = { \".\" = \"clear\" }\nrows = \"\"\"\n. .\n. .\n\"\"\"\n";
    let objectives =
        many(99, &|n| format!("[[objective]]\nhex = \"{n:04}\"\nname = \"n\"\npoints = 1\nheld_by = \"g{n}\"\n"));
    let labels = many(20_000, &|n| format!("{{ hex = \"{:04}\", text = \"n\" }},\n", 3000 + n % 6000));
    let objects =
        many(20_000, &|n| format!("<object id=\"{}\" type=\"rver\" x=\"9\" y=\"9\"><point/></object>\n", n + 999));
    let map = map_with("../tiles/terrain.tsx").replacen(
        "<objectgroup",
        &format!("<objectgroup id=\"77\" name=\"features\">\n{objects}</objectgroup>\n<objectgroup"),
        1,
    );
    for (name, text, more) in [
        (
            "paragraphs/a.kdl",
            many(20_000, &|n| format!("paragraph {:03} spare {{ see {:03} }}\n", n % 999 + 1, n % 999 + 1)),
            None,
        ),
        ("paragraphs/b.kdl", many(20_000, &|n| format!("paragraph {n} spare {{ stopp }}\n")), Some("more problems")),
        ("paragraphs/c.kdl", many(20_000, &|n| format!("nonsense{n} yes\n")), Some("and 19900 more problems")),
        ("paragraphs/d.kdl", many(20_000, &|_| "\"\n".to_owned()), None),
        ("paragraphs/e.kdl", format!("paragraph 001 {{ {} }}", "nonsense; ".repeat(20_000)), Some("more problems")),
        ("divisions/maps/f.tmx", map, Some("more problems")),
        (
            "divisions/maps/g.toml",
            format!("legend = {{ \".\" = \"clear\" }}\nrows = \"\"\"\n. .\n. .\n\"\"\"\nlabels = [\n{labels}]\n"),
            Some("and 19900 more problems"),
        ),
        (
            "divisions/scenarios/h.toml",
            format!("turns = [\"clear\"]\nformation = []\n{objectives}{ground}"),
            Some("more problems"),
        ),
    ] {
        let path = written(&folder, name, text);
        let said = refused(&["check", &path, "--game", "divisions"]);
        assert!(said.len() < 200_000, "{name}: {} bytes were said", said.len());
        assert!(more.is_none_or(|more| said.contains(more)), "{name}: {}", &said[said.len().saturating_sub(600)..]);
    }
}
