"""The second visit: without a network, and with a newer version of the site."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from served_site import Server, Visited, build
from webassembly import needed

pytestmark = [pytest.mark.slow, needed]

VERSIONS = """async () => (await caches.keys()).filter(
    (name) => name.includes(" site "))"""


def test_later_visits_need_no_network_and_take_a_newer_version_whole(
    site_folder: Path, tmp_path: Path, opened: Any
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site_folder, folder)
    with Server(folder) as server:
        first = opened(f"{server.address}ray_circle.html")
        assert first.ended() == "ready"
        first.kept()
        first.page.close()
    # The server is gone.
    again = opened(f"{server.address}ray_circle.html", context=first.context)
    assert again.ended() == "ready"
    assert again.told("case", "Miss")["set"]["verdict"]["word"] == "Miss"
    again.page.goto(server.address)
    assert again.page.title() == "Geometry Playground"
    # A newer program, of which at first one file has not arrived.
    build(folder, ["ray_circle", "point_ellipse"])
    with Server(folder, server.port) as server:
        server.missing.add("point_ellipse.html")
        takes_the_newer_whole(again, server)


def takes_the_newer_whole(seen: Visited, server: Server) -> None:
    [old] = seen.page.evaluate(VERSIONS)
    seen.page.goto(f"{server.address}ray_circle.html")
    assert seen.ended() == "ready"
    ids = "player.lesson.site.scenes.map(({ id }) => id)"
    assert seen.page.evaluate(ids) == ["ray_circle"]
    server.missing.clear()
    seen.page.evaluate(
        "navigator.serviceWorker.getRegistration().then((one) => one.update())"
    )
    seen.until(
        "() => navigator.serviceWorker.getRegistration().then((one) => one.waiting)"
    )
    # Whole, it is there with the next visit, and nothing of the older is left. A page
    # that was just left may still count as open, where two may not change: then it is
    # there with the visit after it.
    seen.until_renewed("() => window.player?.lesson.site.scenes.length === 2")
    seen.until(f"() => ({VERSIONS})().then((all) => all.length === 1)")
    [new] = seen.page.evaluate(VERSIONS)
    assert new != old
    seen.heard[:] = [words for words in seen.heard if "404" not in words]
