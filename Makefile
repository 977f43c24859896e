# make play   sets everything up, builds, starts the program and opens the board in the browser
# make test   sets everything up and runs every test
# make dist   builds what players install: one program in an archive and a Debian package
.PHONY: play test dist build setup web rust-test web-test e2e lint fmt bench soak fuzz mutants clean types

export RUST_BACKTRACE ?= 0
WEB_STAMP := web/node_modules/.opfire-installed
BIN := target/release/opfire

play: build
	@$(BIN) play $(ARGS)

build: web/dist/index.html
	@echo "== building opfire (the first time takes some minutes)"
	@cargo build --release --quiet -p opfire

test: setup lint rust-test web-test e2e
	@echo "== all tests passed: lint, rust-test, web-test, e2e"
	@echo "stages: 4 passed, 0 failed"

# ARGS=--try installs the package in a bare Debian root and plays there.
dist:
	@./tools/need cargo node npm python3 readelf
	@./tools/dist $(ARGS)

# What is missing on this machine: says what, and installs what it may.
setup:
	@./tools/setup

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

lint: web/dist/index.html
	@echo "== formatting, lints, licences, spelling"
	@cargo fmt --all --check
	@cargo clippy --workspace --all-targets --quiet -- -D warnings
	@RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	@./tools/lint

rust-test: web/dist/index.html
	@echo "== rules, engine, server"
	@# A busy machine may be late once, as in the browser tests; the report names what needed a second try.
	@cargo nextest run --workspace --no-fail-fast $(if $(CI),--retries 1)
	@cargo test --workspace --doc --quiet
	@git diff --exit-code -- web/src/types || { echo "web/src/types is not what the Rust types say: commit the change" >&2; exit 1; }

web-test: web/dist/index.html
	@echo "== client: types, lints, units"
	@cd web && npm run --silent check && npm run --silent test

e2e: web/dist/index.html
	@echo "== browser tests in Chromium"
	@# The program that the Rust tests were built with: by itself it would be built once more, with other features of its libraries.
	@cargo nextest run --workspace --no-run --cargo-quiet
	@cd web && OPFIRE_BIN="$(CURDIR)/target/debug/opfire" npm run --silent e2e
	@echo "== smoke test of all three games in Firefox"
	@cd web && OPFIRE_BIN="$(CURDIR)/target/debug/opfire" npm run --silent firefox

types:
	@echo "== TypeScript types from the Rust ones"
	@cargo test --quiet -p engine -p server export_bindings

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
	@PROPTEST_RNG_SEED=$(SEED) PROPTEST_CASES=$(CASES) cargo test --release --quiet -p open-fire -p divisions --test faults --test fuzz

# Breaks rules on purpose and counts what the rule cases and tests notice (docs/testing.md): a sample, or ARGS="open-fire --all".
mutants:
	@./tools/need cargo python3
	@if [ -n "$(ARGS)" ]; then ./tools/mutants $(ARGS); else ./tools/mutants open-fire && ./tools/mutants divisions --count 60 && ./tools/mutants assault --count 70; fi

clean:
	@cargo clean
	@rm -rf web/dist web/node_modules .tools
