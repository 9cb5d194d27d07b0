# Every command works on a fresh checkout: it makes the virtual environment and installs what it needs, once.

PYTHON ?= python3
PORT ?= 8000
SOAK ?= 1
TOXENV ?= ALL

# The oldest Wagtail we support: migrations are generated on it, or they break there.
VENV := .venv
BIN := $(VENV)/bin
WAGTAIL := wagtail>=7.4,<8
# The newest line, for migrations alone. Django 6 needs Python 3.12; with an older one it is Django 5.2.
VENV8 := .venv-8
PYTHON8 ?= $(shell for python in python3.13 python3.12 $(PYTHON); do \
	$$python -c "" 2>/dev/null && echo $$python && break; done)

# What is installed is remembered under the hash of its description: after an edit it is installed anew.
DESCRIPTION := $(shell cat pyproject.toml Makefile | cksum | cut -d ' ' -f 1)
installed = $(VENV)/installed/$(1)-$(DESCRIPTION)

DATABASE_TESTS := --database-tests-only -m "not e2e"
# Where the database decides: verbs, locks, the proof, what pages read, and input that a column cannot hold.
# Every screen on it as well: POSTGRES=tests, as .ci/run does.
POSTGRES ?= tests/services tests/proof tests/two_hands tests/site tests/leaks/test_corpus.py tests/test_databases.py

.DEFAULT_GOAL := help
.PHONY: help demo test test-sqlite test-postgres test-e2e soak lint format messages migrations-check bench names-bar mutants tox clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-17s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(call installed,demo) ## a site with clubs to look at, on http://localhost:8000 (PORT=)
	$(BIN)/python example_site/manage.py demo --port $(PORT)

test: test-sqlite test-postgres test-e2e ## everything: SQLite, PostgreSQL, and a real browser

# What the next Wagtail takes away is an error, as tox has it for the lines above.
test-sqlite: $(call installed,test) ## all but the browser, on SQLite
	$(BIN)/python -m pytest -n 2 -m "not e2e" -W error::wagtail.utils.deprecation.RemovedInWagtail80Warning

test-postgres: $(call installed,test) ## where the database decides, on an embedded PostgreSQL (POSTGRES=tests: all)
	$(BIN)/python -m tests.postgres pytest -n 2 $(DATABASE_TESTS) $(POSTGRES)

test-e2e: $(call installed,test) ## the site in a headless Chromium
	$(BIN)/python -m pytest tests/e2e

# On both databases, whatever the first one says.
soak: $(call installed,test) ## verbs at once, power cuts, long histories: about half an hour (SOAK=0.1: a tenth)
	file="$$(mktemp -d)/soak.sqlite3"; failed=; \
	SOAK=$(SOAK) SQLITE_TEST_FILE=$$file $(BIN)/python -m pytest -n0 tests/two_hands || failed="$$failed SQLite"; \
	SOAK=$(SOAK) $(BIN)/python -m tests.postgres pytest -n0 tests/two_hands || failed="$$failed PostgreSQL"; \
	rm -rf "$$(dirname $$file)"; test -z "$$failed" || { echo "failed on:$$failed"; exit 1; }

lint: $(call installed,lint) migrations-check ## style, layers, types, and migrations on both Wagtail lines
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	git ls-files -z '*.html' | xargs -0 -r $(BIN)/djhtml --check
	$(BIN)/lint-imports
	$(BIN)/mypy

format: $(call installed,lint) ## put code and templates into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	git ls-files -z '*.html' | xargs -0 -r $(BIN)/djhtml

messages: $(call installed,test) ## bring the translation catalogues up to date with the texts, and compile them
	for app in wagtail_ladder example_site; do (cd $$app && \
		../$(BIN)/python -m django makemessages -l el -l uk -l fa -l tr \
			--add-location file --no-wrap --no-obsolete --ignore var --verbosity 0 && \
		../$(BIN)/python -m django compilemessages --verbosity 0) || exit 1; done

migrations-check: $(call installed,test) $(VENV8)/installed-$(DESCRIPTION)
	$(BIN)/python -m django makemigrations --check --dry-run --settings tests.settings
	$(VENV8)/bin/python -m django makemigrations --check --dry-run --settings tests.settings

bench: $(call installed,bench) ## the bars of speed; fails on a miss
	@for script in benchmarks/*.py; do \
		grep -q '^if __name__ == "__main__"' $$script || continue; \
		name=$$(basename $$script .py); echo "== $$name"; \
		$(BIN)/python -m benchmarks.$$name || failed="$$failed $$name"; \
	done; test -z "$$failed" || { echo "missed a bar:$$failed"; exit 1; }

names-bar: $(call installed,test) ## the bars of the name matcher alone, on ../shared/names
	$(BIN)/python -m benchmarks.names

mutants: $(call installed,test) ## faults that the tests must notice
	$(BIN)/python -m tests.mutants

tox: $(call installed,dev) ## the tests on other versions of Python, Django and Wagtail (TOXENV=)
	$(BIN)/tox run -e $(TOXENV)

clean: ## remove everything that these commands have made
	rm -rf $(VENV) $(VENV8) .tox build dist .coverage htmlcov .hypothesis .mypy_cache .ruff_cache \
		.import_linter_cache test-results example_site/var
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "wagtail-ladder needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)."; \
		echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"  # the first that knows dependency groups

$(VENV)/installed/%-$(DESCRIPTION): | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . --group $* "$(WAGTAIL)"
	@mkdir -p $(@D) && touch $@

$(VENV8)/installed-$(DESCRIPTION):
	$(PYTHON8) -m venv --clear $(VENV8)
	$(VENV8)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV8)/bin/python -m pip install --quiet --editable . --group demo "wagtail>=8.0"
	@touch $@
