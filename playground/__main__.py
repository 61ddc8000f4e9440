"""The program: `playground`, or `python -m playground`."""

import os
import sys


def prepare() -> None:
    """Say what NumPy is to know before it is imported.

    Nothing here multiplies large matrices, and the threads that OpenBLAS keeps for that
    take as long to start as all the rest of NumPy.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def main() -> int:
    """Run the command line and return the exit code."""
    prepare()
    from playground.cli.main import main

    return main()


if __name__ == "__main__":
    sys.exit(main())
