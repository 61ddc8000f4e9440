"""Program that writes every scene's cases to a folder, for another kind of process.

python cases_elsewhere.py FOLDER COUNT [narrow]; with `is_narrow` a long double is a
double, as on arm64 and on Windows. Pyodide runs `write` unchanged.
"""

import sys
from pathlib import Path

SCENES = ("ray_circle", "circle_rect", "point_ellipse", "sphere_line", "ball_block")


def write(folder: Path, count: int) -> None:
    from playground.cli.main import main

    for scene in SCENES:
        out = str(folder / f"{scene}.jsonl")
        main(["cases", scene, "--cases", str(count), "-o", out])


if __name__ == "__main__":
    if "narrow" in sys.argv:
        import numpy as np

        np.longdouble = np.float64
    write(Path(sys.argv[1]), int(sys.argv[2]))
