# Every task of this repository; `make help` lists them. The work is in infra/warren_cli.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

WARREN := bin/warren
PYTHON := .venv/bin/python
PYTHON_FOLDERS := generations search analytics cdc backend infra clients/namenode clients/python tests
export PYTHONPATH := generations:search:analytics:cdc:backend:infra:clients/namenode

NAME ?=
DEMO_DIR ?= /usr/share
DEMO_TARGET ?= /demo
N ?= 1000000
BENCH_ARGS ?=
CHAOS_ARGS ?=
TARBALL_ARGS ?=
MINUTES ?= 5
SEED ?=

.PHONY: help setup run run-cluster stop status logs test demo namespace bench bench-flood bench-subtrees bench-ndb bench-blockreports bench-smallfiles chaos explore lint lint-java lint-python lint-console \
	lint-shell lint-compose packages format clients tarball try-containers contracts clean

help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build what changed, start everything in the background, wait until it is healthy
	@$(WARREN) run

run-cluster: ## The same over MySQL NDB Cluster, SQL node and Redis (needs NDB_HOME, redis-server)
	@$(WARREN) run --cluster

stop: ## End exactly the processes that `make run` or `make run-cluster` started
	@$(WARREN) stop

status: ## Show every part with its state, pid, uptime and health
	@$(WARREN) status

logs: ## Show the ends of the logs (NAME=namenodes for one of them)
	@$(WARREN) logs $(if $(NAME),'$(NAME)')

test: ## Do all the set-up and run every test
	@$(WARREN) test

demo: ## Load a real tree with Hadoop's shell and verify every byte (DEMO_DIR, DEMO_TARGET)
	@$(WARREN) demo --dir '$(DEMO_DIR)' --target '$(DEMO_TARGET)'

namespace: ## Fill a stopped Warren's embedded store with N inodes (N, NAMESPACE_ARGS)
	@$(WARREN) load-namespace $(N) $(NAMESPACE_ARGS)

bench: ## Compare with a stock HDFS NameNode on this machine (BENCH_ARGS)
	@$(WARREN) bench $(BENCH_ARGS)

bench-flood: ## Measure what one user's flood of listings leaves to the others (BENCH_ARGS)
	@$(WARREN) bench-flood $(BENCH_ARGS)

bench-subtrees: ## Measure mv, rm -r and others of whole directories (BENCH_ARGS)
	@$(WARREN) bench-subtrees $(BENCH_ARGS)

bench-ndb: ## Measure 1 to 3 namenodes over an NDB cluster that is started for it (BENCH_ARGS)
	@$(WARREN) bench-ndb $(BENCH_ARGS)

bench-blockreports: ## Block reports by hashes against full ones, and over NDB with NDB_HOME (BENCH_ARGS)
	@$(WARREN) bench-blockreports $(BENCH_ARGS)
	@[ -z "$(NDB_HOME)" ] || $(WARREN) bench-blockreports --ndb $(BENCH_ARGS)

bench-smallfiles: ## Small files beside a stock HDFS, and over NDB with NDB_HOME (BENCH_ARGS)
	@$(WARREN) bench-smallfiles $(if $(NDB_HOME),--ndb) $(BENCH_ARGS)

chaos: ## Kill namenodes while clients work; measure their stalls (CHAOS_ARGS, --help)
	@$(WARREN) chaos $(CHAOS_ARGS)

explore: ## Random checks with new seeds, which are printed with what they find (MINUTES, SEED)
	@$(WARREN) explore --minutes '$(MINUTES)' $(if $(SEED),--seed '$(SEED)')

setup:
	@infra/bootstrap.sh

lint: lint-python lint-shell lint-compose lint-console lint-java ## Run every formatter, linter and type checker

lint-python: setup
	$(PYTHON) -m ruff check $(PYTHON_FOLDERS)
	$(PYTHON) -m ruff format --check $(PYTHON_FOLDERS)
	$(PYTHON) -m mypy $(PYTHON_FOLDERS)

lint-shell:
	@if command -v shellcheck >/dev/null; then shellcheck bin/warren .ci/run infra/*.sh infra/*/*.sh; \
	else echo "shellcheck is not installed: shell scripts are not checked"; fi

# A schema check only: it needs no container engine, and starts nothing.
lint-compose: setup
	$(PYTHON) -m check_jsonschema --builtin-schema vendor.compose-spec docker-compose.yml

packages: setup
	@$(WARREN) packages

lint-console: packages
	cd frontend && npm run lint && npm run typecheck
	cd tests/e2e && npm run lint && npm run typecheck
	cd clients/typescript && npm run lint && npm run typecheck

lint-java:
	cd fs-core && mvn -B -q -Dstyle.color=never spotless:check
	cd tests/hdfs-compat && mvn -B -q -Dstyle.color=never spotless:check

format: setup ## Rewrite the sources in their formatters' style
	$(PYTHON) -m ruff check --fix-only $(PYTHON_FOLDERS)
	$(PYTHON) -m ruff format $(PYTHON_FOLDERS)
	@$(WARREN) packages
	cd frontend && npm run format
	cd clients/typescript && npm run format
	cd fs-core && mvn -B -q -Dstyle.color=never spotless:apply
	cd tests/hdfs-compat && mvn -B -q -Dstyle.color=never spotless:apply

tarball: setup ## Build a release without a checkout's needs into dist (TARBALL_ARGS=--cluster, too)
	@$(WARREN) tarball $(TARBALL_ARGS)

try-containers: setup ## Build, start, use and break docker-compose.yml with podman (needs NDB_HOME)
	@$(WARREN) containers try

clients: setup ## Build the REST API's clients for pip and npm into dist/clients
	@$(WARREN) clients

contracts: ## Regenerate every file that is generated from a contract; fail when one changed
	@$(WARREN) contracts --check

clean: ## Remove what was built (the data folder stays)
	rm -rf .venv .tools test-results frontend/node_modules frontend/dist \
		clients/typescript/node_modules clients/typescript/dist dist
	find fs-core -type d -name target -prune -exec rm -rf {} +
