"""The program: `playground`, or `python -m playground`."""

import gc
import os
import sys


def prepare() -> None:
    """Set what makes imports quick.

    Nothing here multiplies large matrices, and the threads that OpenBLAS keeps for that
    take as long to start as all the rest of NumPy. What is imported is no garbage: to
    look for it there takes a seventh of a start.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()


def main() -> int:
    """Run the command line and return the exit code."""
    prepare()
    from playground.cli.main import main

    gc.freeze()
    gc.enable()
    return main()


if __name__ == "__main__":
    sys.exit(main())
