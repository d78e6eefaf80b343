# For OpenBench and everybody else who builds engines with `make EXE=name`.
EXE ?= rotunda

ifeq ($(OS),Windows_NT)
	override EXE := $(EXE:.exe=).exe
endif

.PHONY: all
all:
	cargo rustc --release --package rotunda --bin rotunda -- --emit link=$(abspath $(EXE))
