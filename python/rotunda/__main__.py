"""The program `rotunda`: a UCI engine without words, else what `rotunda --help` offers."""

import sys

from ._rotunda import program


def main() -> int:
    """Runs the program with the words of the command line, and returns its exit code."""
    return program(["rotunda", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
