# For OpenBench and everybody else who builds engines with `make EXE=name`.
EXE ?= rotunda

ifeq ($(OS),Windows_NT)
	override EXE := $(EXE:.exe=).exe
endif

.PHONY: all profile-build dist
all:
	cargo rustc --profile dist --package rotunda-engine --bin rotunda -- --emit link=$(abspath $(EXE))

# With a profile of its own bench and games, 5 to 15 % faster, see packaging/profiled.
profile-build:
	program=$$(packaging/profiled) && cp "$$program" $(EXE)

# Archives and a Debian package in dist/, see packaging/dist.
dist:
	packaging/dist
