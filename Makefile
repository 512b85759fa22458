# Two commands do everything from a bare clone: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STATIC := src/calisson/server/static/index.html
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null) \
	$(wildcard src/calisson/language/data/*/*.ftl)

# Byte code is written here, because an environment may forbid Python to write it (and `calisson say` starts in
# half the time with it).
COMPILE := $(BIN)/python -m compileall -q src/calisson

.DEFAULT_GOAL := help
.PHONY: help run test nightly lint check bench web client wheel lock clean

help:
	@echo "make run     start your home and open the browser"
	@echo "make test    run every test (sets up what is missing)"
	@echo "make nightly run the five moments in all five languages"
	@echo "make check   format, lint, types, tests, import rules"
	@echo "make client  make the page's types anew when the API changed"
	@echo "make bench   measure speed and quality into docs/benchmarks.md"
	@echo "make wheel   build the installable package into dist/"

$(VENV)/.base: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check hatchling==1.33.0 editables==0.6
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(COMPILE)
	@touch $@

$(VENV)/.dev: $(VENV)/.base requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error

$(STATIC): $(WEB_SOURCES) web/node_modules/.package-lock.json
	cd web && npm run build --silent
	@touch $@

web: $(STATIC)

run: $(VENV)/.base $(STATIC)
	@$(COMPILE)
	$(BIN)/calisson serve

test: $(VENV)/.dev $(STATIC)
	@$(COMPILE)
	sh tools/system-packages
	cd web && npm run typecheck --silent && npm test --silent
	sh tools/with-postgres $(BIN)/python -m pytest -n 2 --dist loadgroup $(TESTS)

nightly: $(VENV)/.dev $(STATIC)
	@$(COMPILE)
	sh tools/system-packages
	$(BIN)/python -m pytest -m "e2e or nightly" tests/e2e/test_moments.py

lint: $(VENV)/.dev
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy

check: lint test

# The page's types of the API, from the server's own description; tests say when they are out of date.
client: $(VENV)/.base web/node_modules/.package-lock.json
	$(BIN)/python tools/openapi.py web/openapi.json
	cd web && npm run client --silent

bench: $(VENV)/.dev $(STATIC)
	@$(COMPILE)
	$(BIN)/python -m bench

wheel: $(VENV)/.dev $(STATIC)
	$(BIN)/python -m build --wheel --no-isolation --outdir dist .

lock: $(VENV)/.base
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
		--no-header --strip-extras -o requirements.lock pyproject.toml
	$(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host \
		--no-emit-find-links --no-header --strip-extras -o requirements-dev.lock requirements-dev.in

clean:
	rm -rf $(VENV) web/node_modules src/calisson/server/static dist build
