# make pad: a pad of Japan in output/japan-pad.pdf.  make test: the tests.  Both set up .venv first.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
# The other files of tests/bench are searches whose finds are shipped (colours, arrangements), and their own checks.
BENCHES := layouts.py startup.py survey.py drawn_maps.py press.py web_followers.py

.PHONY: pad test lint golden gallery bench clean

pad: $(READY)
	$(BIN)/mapkit pad japan --preset home-2up --sheets 50 --rules -o output/japan-pad.pdf

test: $(READY)
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/ruff check mapkit tests
	$(BIN)/ruff format --check mapkit tests
	$(BIN)/mypy

# Write the golden files anew; look at the difference before you commit it.
golden: $(READY)
	GOLDEN=write $(BIN)/python -m pytest -k golden

gallery: $(READY)
	$(BIN)/python tests/gallery.py

bench: $(READY)
	$(BIN)/python -m pip install -q -e '.[bench]'
	@for bench in $(BENCHES); do echo; echo "# $$bench"; $(BIN)/python tests/bench/$$bench || exit 1; done

$(READY): pyproject.toml .ci/constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "mapkit needs Python 3.11 or later: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -c .ci/constraints.txt -e '.[dev]'
	@touch $@

clean:
	rm -rf .venv build dist *.egg-info .hypothesis .mypy_cache .ruff_cache .pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find output -mindepth 1 -maxdepth 1 ! -name gallery -exec rm -rf {} +
