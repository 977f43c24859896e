# make play      sets everything up, builds, starts the program and opens the board in the browser
# make test      sets everything up and runs the first tier of tests: what a change is held to before it is committed
# make test-all  the first tier, and then the second: what CI runs (docs/testing.md says what is where)
# make dist      builds what players install: one program in an archive and a Debian package
.PHONY: play test test-all first second dist build setup setup-all web packages rust-test rust-second docs-test web-test e2e e2e-second firefox \
  lint fmt fmt-check types-check bench soak fuzz mutants clean types

export RUST_BACKTRACE ?= 0
WEB_STAMP := web/node_modules/.opfire-installed
BIN := target/release/opfire

play: build
	@$(BIN) play $(ARGS)

build: web/dist/index.html
	@echo "== building opfire (the first time takes some minutes)"
	@cargo build --release --quiet -p opfire

STAGE := ./tools/stage
MAKE_STAGE = $(MAKE) --no-print-directory

test: first
	@$(STAGE) table

test-all: first second
	@$(STAGE) table

# Each stage is timed and can be run by itself: make rust-test.
first:
	@$(STAGE) begin
	@$(STAGE) "what is needed on this machine" $(MAKE_STAGE) setup
	@$(STAGE) "client: build" $(MAKE_STAGE) web
	@$(STAGE) "formatting, spelling, width of lines" $(MAKE_STAGE) fmt-check
	@$(STAGE) "rules, engine, server: build of the tests" cargo nextest run --workspace --no-run --cargo-quiet
	@$(STAGE) "rules, engine, server: tests" $(MAKE_STAGE) rust-test
	@$(STAGE) "client: types, lints, units" $(MAKE_STAGE) web-test
	@$(STAGE) "browser, first tier" $(MAKE_STAGE) e2e

second:
	@$(STAGE) "what the second tier needs on this machine" $(MAKE_STAGE) setup-all
	@$(STAGE) "lints, licences, documentation" $(MAKE_STAGE) lint
	@$(STAGE) "long properties, faults, PostgreSQL, proxies" $(MAKE_STAGE) rust-second
	@$(STAGE) "examples in the documentation" $(MAKE_STAGE) docs-test
	@$(STAGE) "browser, second tier" $(MAKE_STAGE) e2e-second
	@$(STAGE) "all three games in Firefox" $(MAKE_STAGE) firefox

# ARGS=--try installs the package in a bare Debian root and plays there.
dist:
	@./tools/need cargo node npm python3 readelf
	@./tools/dist $(ARGS)

# What is missing on this machine: says what, and installs what it may.
setup:
	@./tools/setup

setup-all:
	@./tools/setup --all

# The client and its packages are made again only when their sources change. Not "npm ci": it insists on optional packages for
# other systems that some registries do not carry. --no-save reads the lock file and leaves it alone.
$(WEB_STAMP): web/package.json web/package-lock.json
	@./tools/need node npm
	@echo "== installing the client's packages"
	@cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
web/dist/index.html: $(WEB_STAMP) $(WEB_SOURCES)
	@./tools/need cargo
	@echo "== building the client"
	@cd web && npm run --silent build

web: web/dist/index.html

# The client's packages alone, for tools/measure-play.
packages: $(WEB_STAMP)

fmt-check:
	@cargo fmt --all --check
	@./tools/lint

lint: web/dist/index.html
	@cargo clippy --workspace --all-targets --quiet -- -D warnings
	@# The program of "make play": built without tests it has no club (crates/server/Cargo.toml says why).
	@cargo clippy -p opfire --quiet -- -D warnings
	@RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	@./tools/lint --licences

# The first tier of the Rust tests, and what .config/nextest.toml puts into the second.
rust-test: web/dist/index.html
	@cargo nextest run --workspace --no-fail-fast
	@$(MAKE_STAGE) types-check

rust-second: web/dist/index.html
	@cargo nextest run --workspace --no-fail-fast --profile second

docs-test: web/dist/index.html
	@cargo test --workspace --doc --quiet

# The tests write the types; whoever changed them has to commit them.
types-check:
	@git diff --exit-code -- web/src/types || { echo "web/src/types is not what the Rust types say: commit the change" >&2; exit 1; }

web-test: web/dist/index.html
	@cd web && npm run --silent check && npm run --silent test

# The program that the Rust tests were built with: by itself it would be built once more, with other features of its libraries.
TESTED = cargo nextest run --workspace --no-run --cargo-quiet && cd web && OPFIRE_BIN="$(CURDIR)/target/debug/opfire"
e2e: web/dist/index.html
	@$(TESTED) npm run --silent e2e

e2e-second: web/dist/index.html
	@$(TESTED) npm run --silent e2e:second

firefox: web/dist/index.html
	@$(TESTED) npm run --silent firefox

types:
	@echo "== TypeScript types from the Rust ones"
	@cargo test --quiet -p engine -p steward export_bindings

fmt:
	@cargo fmt --all
	@cd web && npm run --silent format

bench:
	@cargo bench --workspace

soak:
	@cargo run --release --quiet -p opfire -- sim divisions tiger-in-the-open --games 20000 --red random --blue random
	@cargo nextest run --release -p divisions -p open-fire -p assault --run-ignored all soak
	@cargo nextest run --release -p bots --run-ignored all --no-capture ten_thousand

# Spoilt set-ups and texts by the thousand, other ones in every run; SEED=… draws the same again.
fuzz: SEED ?= $(shell date +%s)
fuzz: CASES ?= 3000
fuzz:
	@echo "== fuzzing: make fuzz SEED=$(SEED) CASES=$(CASES) draws the same examples"
	@PROPTEST_RNG_SEED=$(SEED) PROPTEST_CASES=$(CASES) cargo test --release --quiet -p open-fire -p divisions --test it -- faults:: fuzz::

# Breaks rules on purpose and counts what the rule cases and tests notice (docs/testing.md): a sample, or ARGS="open-fire --all".
mutants:
	@./tools/need cargo python3
	@if [ -n "$(ARGS)" ]; then ./tools/mutants $(ARGS); else ./tools/mutants open-fire && ./tools/mutants divisions --count 60 && ./tools/mutants assault --count 70; fi

clean:
	@cargo clean
	@rm -rf web/dist web/node_modules .tools
