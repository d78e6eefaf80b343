# For OpenBench and everybody else who builds engines with `make EXE=name`.
EXE ?= rotunda

ifeq ($(OS),Windows_NT)
	override EXE := $(EXE:.exe=).exe
endif

.PHONY: all dist
all:
	cargo rustc --release --package rotunda-engine --bin rotunda -- --emit link=$(abspath $(EXE))

# Archives and a Debian package in dist/, see packaging/dist.
dist:
	packaging/dist
