"""What the single file runs: the program, or like Python a module (`-P -m MODULE …`).

Somebody's code is asked, and a recording made, in a process of its own, which is
started by `sys.executable`: here that is the single file itself.
"""

import runpy
import sys

from playground.__main__ import main

if "-m" in sys.argv[1:3]:
    del sys.argv[: sys.argv.index("-m") + 1]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    sys.exit(main())
