# The commands of this project. Each is a thin call of CMake or of a script in scripts/.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup build run test test-slow test-seeds bench bench-peers experiments experiments-quick docs format lint clean

JOBS ?= 2
export JOBS

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

setup: ## install what is missing: system packages, a Python environment in .venv
	@scripts/setup.sh

build: setup ## build the program, release flags: build/phigp
	@scripts/build.sh release all
	@ln -sfn release/bin/phigp build/phigp

run: build ## set up, build, and show what the program does
	@scripts/demo.sh

test: ## set up, build, and pass every check and every test but the slow ones
	@scripts/test.sh

test-slow: setup ## the tests that take minutes: statistical ones, and the sanitisers on the tests' own code too
	@scripts/build.sh dev all
	@ctest --test-dir build/dev --output-on-failure -j $(JOBS) -L slow
	@scripts/build.sh asan all
	@ctest --test-dir build/asan --output-on-failure -j $(JOBS) -LE slow -E 'Statistical|DeathTest'

test-seeds: build ## with PHIGP_DATA: 50 seeds on each large table, none may fail (hours)
	@python3 benchmarks/sparse_scores.py --seeds 50

bench: setup ## build and run the benchmarks (ratios, not seconds)
	@scripts/build.sh bench all
	@for program in build/bench/benchmarks/*_bench; do \
	  [ -x "$$program" ] || continue; echo "== $${program##*/}"; "$$program" || exit 1; done

BUDGET ?= 120
bench-peers: build ## the sparse engine against other libraries: PHIGP_DATA=folder, BUDGET=seconds of each run
	@scripts/build.sh bench sparse_bench
	@"$$(python3 benchmarks/peers/environments.py compare)" benchmarks/peers/sparse_compare.py all --budget $(BUDGET)

experiments: build ## run the experiments that have no result yet (hours), write docs/results.md
	@for run in experiments/*/run.py; do .venv/bin/python "$$run" || exit 1; done
	@.venv/bin/python experiments/make_results.py

experiments-quick: build ## all experiments on a few rows and draws, in seconds; part of make test
	@for run in experiments/*/run.py; do .venv/bin/python "$$run" --quick || exit 1; done

docs: setup ## the documentation site, examples run anew: build/site/index.html
	@scripts/build.sh dev phigp_python phigp_python_stub
	@scripts/docs/build.sh

format: setup ## format all C++ sources in place
	@scripts/format.sh --fix

lint: setup ## format check and clang-tidy; the number of warnings may only fall
	@scripts/format.sh
	@scripts/lint.sh

clean: ## remove everything built (keeps .venv)
	@rm -rf build
