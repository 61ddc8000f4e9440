"""Tell what a page holds of each lesson, in a process of another kind.

python told_elsewhere.py FOLDER SAMPLES; Pyodide runs `write` as it is.
"""

import json
import sys
from pathlib import Path


def write(folder: Path, samples: int) -> None:
    from playground.session.lesson.document import read_shipped_lesson
    from playground.web.lesson_page import build_lesson_data
    from scenes import SCENES

    for scene in SCENES:
        plan = read_shipped_lesson(scene, SCENES)
        assert plan is not None
        text = json.dumps(build_lesson_data(plan, samples), ensure_ascii=False)
        (folder / f"{scene.id}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
