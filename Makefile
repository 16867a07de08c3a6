# pmu-cosim: lockstep verification of performance monitoring units. `make` alone lists the targets.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help sim test test-optional lint prose link bench mutate prove zoo cores bridges exports driver dpi python crates bitstream docs gen doctor install clean tool

CYCLES ?= 10000000
SEED   ?= 1
PREFIX ?= /usr/local
CODE_COVERAGE ?= 1
TOOL   := target/release/pmu-cosim
# In quotes, because names of folders may contain spaces.
SELECT := $(foreach pmu,$(PMU),--pmu '$(pmu)') $(if $(RTL),--rtl '$(RTL)') $(if $(CONFIG),--config '$(CONFIG)')
CODE   := $(if $(filter-out 0,$(CODE_COVERAGE)),--code-coverage)
CHOSEN := $(foreach choice,$(CHOICE),--choice '$(choice)')
SHARE   = $(DESTDIR)$(PREFIX)/share
OWN    := $(if $(TOP),--top '$(TOP)') $(if $(PORTS),--ports '$(PORTS)')

QUICK_PROOFS := k8,ivt_ubox,ivt_cbox,ivt_ha,ivt_imc,ivt_pcu,nhmex_bbox,itanium_dbox,itanium_qear,itanium_zbox,riscv_hpm32

# A misspelt variable would silently have no effect.
VARIABLES := PMU CYCLES SEED RTL TOP PORTS CONFIG CHOICE KNOWN ENFORCE CODE_COVERAGE QUICK DEEP SCALING STRICT REQUIRE_TOOLS BOARD PREFIX DESTDIR VERILATOR YOSYS CC CXX
GIVEN  := $(foreach name,$(.VARIABLES),$(if $(findstring command line,$(origin $(name))),$(name)))
$(foreach name,$(filter-out $(VARIABLES) MAKE% -%,$(GIVEN)),$(warning $(name) is not a variable of this Makefile and has no effect; the variables are $(VARIABLES)))

help: ## List the targets
	@echo "make TARGET [PMU=k8] [CYCLES=N] [SEED=N] [RTL=DIR [TOP=MODULE [PORTS=FILE]]] [CONFIG=FILE]"
	@echo "            [KNOWN=FILE] [ENFORCE=1] [CODE_COVERAGE=0] [QUICK=1] [DEEP=1] [SCALING=1] [STRICT=1] [REQUIRE_TOOLS=1] [BOARD=ulx3s] [PREFIX=DIR]"
	@sed -n 's/^\([a-z-]*\):.*## /  \1\t/p' Makefile

sim: tool ## Run the lockstep regression; results in build/sim/, the newest of build/runs/
	@$(TOOL) run $(SELECT) $(OWN) $(if $(KNOWN),--known '$(KNOWN)') $(CHOSEN) --cycles $(CYCLES) --seed $(SEED) $(if $(filter-out 0,$(ENFORCE)),--enforce) $(CODE)

test: tool ## Run all tests, lint RTL and Rust, check traceability
	@$(TOOL) gen --check
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory link
	@$(TOOL) build
	@tools/test.sh
	@$(TOOL) drivers --check
	@tools/python.py --quick

test-optional: tool ## Run lint and the tests that need Icarus, Yosys, Chromium, cargo-deny, PeakRDL or cocotb; REQUIRE_TOOLS=1 fails without one
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint link
	@cargo test --quiet --workspace --release --test cli browser_
	@tools/exports.py
	@tools/python.py

lint: tool ## Lint RTL with Verilator, Icarus and Yosys; run rustfmt and clippy; check licences and words
	@$(TOOL) lint $(SELECT) $(OWN) $(if $(filter-out 0,$(REQUIRE_TOOLS)),--all-tools)
	@tools/rust.sh
	@tools/deny.sh
	@$(MAKE) --no-print-directory prose

prose: ## List words that docs/glossary.md bans, in pages, comments, help texts and messages
	@python3 tools/prose.py --self-test
	@python3 tools/prose.py

link: ## Lint the link of boards, and run its testbench under Icarus
	@tools/hil.sh

bench: tool ## Measure the speed of the parts as ratios, and times from a change to a verdict; results in build/bench/
	@cargo bench --quiet --package pmu-cosim --bench speed -- $(PMU) $(if $(filter-out 0,$(SCALING)),--scaling) $(if $(filter-out 0,$(STRICT)),--strict)
	@tools/turnaround.py $(or $(PMU),$(if $(filter-out 0,$(SCALING)),,k8 knc ivt_socket))
	@cargo bench --quiet --package pmu-cosim --bench link -- $(PMU)

mutate: tool ## Mutate the netlist and measure the mutation score, or with DEEP=1 detection by rarity; results in build/mutate/
	@$(TOOL) mutate $(SELECT) $(OWN) --seed $(SEED) $(if $(filter-out 0,$(DEEP)),--deep) $(if $(filter-out 0,$(QUICK)),--mutants 60 --cycles 40000)

prove: tool ## Prove theorems about the RTL for all states and all inputs; QUICK=1 takes PMUs of which that takes seconds
	@$(TOOL) prove $(if $(PMU),,$(if $(filter-out 0,$(QUICK)),--pmu '$(QUICK_PROOFS)')) $(SELECT) $(OWN)

zoo: tool ## Inject each seeded bug and check that the named check detects it; results in build/zoo/
	@$(TOOL) seeded-bugs $(foreach pmu,$(PMU),--pmu '$(pmu)') $(if $(CONFIG),--config '$(CONFIG)')

cores: tool ## Verify the counters of open cores, whose RTL is downloaded; docs/cores.md has the verdicts
	@tools/cores.py

bridges: ## Lint the bridges to standard buses, and verify them with slave models, which are downloaded
	@tools/bridges.py

exports: tool ## Check the registers that `pmu-cosim export` writes with PeakRDL and the schema of IP-XACT, which are downloaded
	@tools/exports.py $(PMU)

driver: tool ## Run the drivers in C of examples/drivers on RTL and golden model; good ones must pass, and those with a bug fail
	@tools/driver.py

dpi: tool ## Build the golden models as a C library with header and SystemVerilog package in build/dpi/, and run testbenches with the bound checker
	@tools/dpi.sh

python: tool ## Build the Python package in build/python/, and run its tests and those of examples/cocotb
	@tools/python.py

crates: ## Package the crate golden-model with those that it consists of, and run its examples in a new project; results in build/crates/
	@tools/crates.py

bitstream: ## Build the bitstream of PMU=k8 for BOARD=ulx3s, ice40_hx8k or arty_a7; results in build/fpga/
	@tools/bitstream.py --look "$(BOARD)" "$(PMU)"
	@$(MAKE) --no-print-directory tool
	@tools/bitstream.py "$(BOARD)" "$(PMU)"

docs: tool ## Build the documentation as a site, with a page for each PMU and the API documentation, in build/site/html/
	@RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps
	@tools/docs.sh

doctor: tool ## Check which tools are available, and what is not available without them
	@$(TOOL) doctor

install: tool ## Install the command, its completions and man pages below PREFIX=/usr/local
	@mkdir -p '$(DESTDIR)$(PREFIX)/bin' '$(SHARE)/bash-completion/completions' '$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d'
	@cp $(TOOL) '$(DESTDIR)$(PREFIX)/bin/pmu-cosim'
	@$(TOOL) completions bash >'$(SHARE)/bash-completion/completions/pmu-cosim'
	@$(TOOL) completions zsh >'$(SHARE)/zsh/site-functions/_pmu-cosim'
	@$(TOOL) completions fish >'$(SHARE)/fish/vendor_completions.d/pmu-cosim.fish'
	@$(TOOL) man '$(SHARE)/man/man1'
	@echo "installed pmu-cosim below $(DESTDIR)$(PREFIX); it works in a clone of this repository, and elsewhere on this one"

gen: tool ## Write the files that are generated from the descriptions
	@$(TOOL) gen

clean: ## Remove everything that was built
	rm -rf build target

tool:
	@tools/preflight.sh
	@cargo build --release --package pmu-cosim
