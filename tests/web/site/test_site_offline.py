"""The second visit: without a network, and with a newer version of the site."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from served_site import Server, build
from webassembly import needed

pytestmark = [pytest.mark.slow, needed]


def test_the_second_visit_needs_no_network(site_folder: Path, opened: Any) -> None:
    with Server(site_folder) as server:
        first = opened(f"{server.address}ray_circle.html")
        assert first.ended() == "ready"
        first.kept()
        first.page.close()
    # The server is gone.
    again = opened(f"{server.address}ray_circle.html", context=first.context)
    assert again.ended() == "ready"
    assert again.told("case", "Miss")["set"]["verdict"]["word"] == "No hit"
    again.page.goto(server.address)
    assert again.page.title() == "Geometry Playground"


def test_a_newer_version_takes_the_place_of_the_older_whole(
    site_folder: Path, tmp_path: Path, opened: Any
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site_folder, folder)
    with Server(folder) as server:
        address = f"{server.address}ray_circle.html"
        seen = opened(address)
        seen.kept()
        versions = """async () => (await caches.keys()).filter(
            (name) => name.includes(" site "))"""
        [old] = seen.page.evaluate(versions)
        # A newer program, of which at first one file has not arrived.
        build(folder, ["ray_circle", "point_ellipse"])
        server.missing.add("point_ellipse.html")
        seen.page.reload()
        ids = "player.lesson.site.scenes.map(({ id }) => id)"
        seen.until("() => window.player")
        assert seen.page.evaluate(ids) == ["ray_circle"]
        server.missing.clear()
        seen.page.evaluate(
            "navigator.serviceWorker.getRegistration().then((one) => one.update())"
        )
        seen.until(
            "() => navigator.serviceWorker.getRegistration().then((one) => one.waiting)"
        )
        # Whole, it is there with the next visit, and nothing of the older is left. A
        # page that was just left may still count as open, and two may not change: then
        # it is there with the visit after it.
        seen.until_renewed("() => window.player?.lesson.site.scenes.length === 2")
        seen.until(f"() => ({versions})().then((all) => all.length === 1)")
        [new] = seen.page.evaluate(versions)
        assert new != old
        seen.heard[:] = [words for words in seen.heard if "404" not in words]
