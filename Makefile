# Every target makes what it needs on first use: Python 3.11+ and make are enough.
PYTHON ?= python3
PORT ?= 8000
COUNT ?= 100
RUNS ?= 20
BROWSER ?= 5
MINUTES ?= 60
SIZES ?= 10 100
VENV := .venv
BIN := $(VENV)/bin
export NO_MKDOCS_2_WARNING := 1
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help doctor setup hooks serve build check test fix tag reviewed mutants drift faults reproducible engines links flaky bench scale load clean

help:  ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

doctor:  ## what is missing on this machine, and how to get it
	@command -v $(PYTHON) > /dev/null || { echo "missing  Python 3.11 or newer, $(PYTHON) is not there: \
	  sudo apt-get install python3-venv (Debian), brew install python (macOS)"; exit 1; }
	@PORT=$(PORT) $(PYTHON) tests/doctor.py

setup:  ## make .venv and node_modules
	@$(PYTHON) install.py

hooks: setup  ## have every commit looked at before it is made, in seconds
	@$(BIN)/pre-commit install

serve: setup  ## build, serve both languages, rebuild on every change (PORT=8000)
	@$(BIN)/python -m publish serve --port $(PORT)

build: setup  ## verify and build both languages into site/
	@$(BIN)/python -m publish build

check: setup  ## lint, types, snippets and claims; no browser (PARITY=off: one language; SHARD=2/8: a part)
ifdef SHARD
	@$(BIN)/python -m verify check --mutants --shard $(SHARD)
else
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m verify $(if $(MERGE),merge $(MERGE),check --mutants)
endif

test: check  ## everything: the checks, the tests, the built site in a browser
	@$(BIN)/python -m tests.browser
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

fix: setup  ## rewrite literals that no longer hold, and format the code
	@$(BIN)/python -m verify fix
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

tag: setup  ## propose claims for a page's numbers (PAGE=docs/en/…, WRITE=1 puts them in)
	@$(BIN)/python -m verify tag $(if $(WRITE),--write) $(PAGE)

reviewed: setup  ## say that both languages of every changed page have been read side by side
	@$(BIN)/python -m verify reviewed

mutants: setup  ## change every number, formula and program a little: who notices? (SHARD=2/4: a part)
	@$(BIN)/python -m verify mutants $(if $(SHARD),--shard $(SHARD))

drift: setup  ## run the snippets with other threads, instructions, seeds and order (SHARD=2/4)
	@$(BIN)/python -m verify drift $(if $(SHARD),--shard $(SHARD))

faults: setup  ## kill verification, build and server at COUNT random moments each (COUNT=100)
	@$(BIN)/python -m tests.faults --count $(COUNT)

flaky: setup  ## which tests fail now and then? an hour at most (RUNS=2 BROWSER=0: a sample; TESTS=tests/test_x.py)
	@$(BIN)/python -m tests.browser
	@$(BIN)/python -m tests.flaky --runs $(RUNS) --browser $(BROWSER) --minutes $(MINUTES) $(TESTS)

links: setup  ## ask every address of the references whether it answers, and store the result
	@$(BIN)/python -m verify links

reproducible: setup  ## build the whole site twice under different conditions: does a file differ?
	@$(BIN)/python -m tests.reproducible

engines: setup  ## open every page of the built site in Firefox and in WebKit, Safari's engine (PAGES=basics)
	@$(BIN)/python -m tests.engines --pages "$(PAGES)"

bench: setup  ## measure verification, builds and pages, 40 minutes (PART=tools, PART=site: half of it; KEEP=1 stores the result)
	@$(BIN)/python -m tests.bench $(if $(PART),--part $(PART)) $(if $(KEEP),--keep)

scale: setup  ## how do verification and build grow with the site? (SIZES="10 100 1000" pages a language)
	@$(BIN)/python -m tests.scale --sizes $(SIZES)

load: setup  ## a thousand connections to nginx for half a minute (KEEP=1 stores the result)
	@$(BIN)/python -m tests.load $(if $(KEEP),--keep)

clean:  ## remove what was built and cached
	rm -rf build site site.new site.old .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
