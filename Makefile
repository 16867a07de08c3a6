# pmu-cosim: lockstep verification of performance monitoring units. `make` alone prints what there is.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help sim test test-optional lint prose link bench mutate zoo bitstream docs gen clean tool

CYCLES ?= 10000000
SEED   ?= 1
CODE_COVERAGE ?= 1
TOOL   := target/release/pmu-cosim
SELECT := $(foreach pmu,$(PMU),--pmu $(pmu)) $(if $(RTL),--rtl $(RTL))
CODE   := $(if $(filter-out 0,$(CODE_COVERAGE)),--code-coverage)
OWN    := $(if $(TOP),--top $(TOP)) $(if $(PORTS),--ports $(PORTS))

help: ## This list
	@echo "make TARGET [PMU=k8] [CYCLES=N] [SEED=N] [RTL=DIR [TOP=MODULE [PORTS=FILE]]]"
	@echo "            [ENFORCE=1] [CODE_COVERAGE=0] [QUICK=1] [SCALING=1] [REQUIRE_TOOLS=1] [BOARD=ulx3s]"
	@sed -n 's/^\([a-z-]*\):.*## /  \1\t/p' Makefile

sim: tool ## Lockstep regression: results in build/sim/
	@$(TOOL) run $(SELECT) $(OWN) --cycles $(CYCLES) --seed $(SEED) $(if $(filter-out 0,$(ENFORCE)),--enforce) $(CODE)

test: tool ## All tests, lint of RTL and Rust, traceability
	@$(TOOL) gen --check
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory link
	@$(TOOL) build
	@tools/test.sh

test-optional: tool ## Lint and the tests that need Icarus, Yosys, Chromium or cargo-deny; REQUIRE_TOOLS=1 fails without one
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint link
	@cargo test --quiet --workspace --release --test cli browser_

# The text that is in the terms of the glossary already; `make prose` reads everything.
PROSE := README.md CONTRIBUTING.md CHANGELOG.md docs rtl examples testbenches/*/*/programs testbenches/*/common/*/programs

lint: tool ## RTL under Verilator, Icarus and Yosys; rustfmt and clippy; licences of the dependencies; words in pages, RTL and programs
	@$(TOOL) lint $(SELECT) $(if $(filter-out 0,$(REQUIRE_TOOLS)),--all-tools)
	@tools/rust.sh
	@tools/deny.sh
	@python3 tools/prose.py --self-test
	@python3 tools/prose.py $(PROSE)

prose: ## Words that docs/glossary.md bans, in pages, comments, help texts and messages
	@python3 tools/prose.py --self-test
	@python3 tools/prose.py

link: ## The link of boards: lint, and its bench under Icarus
	@tools/hil.sh

bench: tool ## Speed of the parts as ratios; results in build/bench/
	@cargo bench --quiet --package pmu-cosim --bench speed -- $(PMU) $(if $(filter-out 0,$(SCALING)),--scaling)
	@cargo bench --quiet --package pmu-cosim --bench link -- $(PMU)

mutate: tool ## Break the netlist on purpose, hundreds of ways, and see that it is found; results in build/mutate/
	@$(TOOL) mutate $(SELECT) $(if $(filter-out 0,$(QUICK)),--mutants 60 --cycles 40000)

zoo: tool ## Seeded bugs: inject each and check that the named check detects it; results in build/zoo/
	@$(TOOL) seeded-bugs $(foreach pmu,$(PMU),--pmu $(pmu))

bitstream: ## PMU=k8 for BOARD=ulx3s, ice40_hx8k or arty_a7; results in build/fpga/
	@tools/bitstream.py --look "$(BOARD)" "$(PMU)"
	@$(MAKE) --no-print-directory tool
	@tools/bitstream.py "$(BOARD)" "$(PMU)"

docs: ## API documentation in target/doc/
	@tools/preflight.sh
	@cargo doc --quiet --workspace --no-deps
	@echo "target/doc/harness/index.html"

gen: tool ## Write the files that are generated from the descriptions
	@$(TOOL) gen

clean: ## Remove everything that was built
	rm -rf build target

tool:
	@tools/preflight.sh
	@cargo build --quiet --release
