"""Tiles of a map: those of one kind only where no other is visible."""

import numpy as np

from playground.render.map_colors import MIXED_KIND_INDEX, compute_tiles, tile_side


def test_a_tile_of_one_kind_has_no_other_in_it_nor_beside_it() -> None:
    rng = np.random.default_rng(3)
    for shape in ((1, 1), (1, 90), (37, 64), (200, 230)):
        cells = np.zeros(shape, np.uint8)
        for _ in range(4):
            row, column = (int(rng.integers(n)) for n in shape)
            cells[row, column:] = rng.integers(256)
        found, wide = compute_tiles(cells), tile_side(cells)
        assert found.shape == tuple(-(-n // wide) for n in shape)
        for (y, x), kind in np.ndenumerate(found):
            low = np.array([y, x]) * wide
            near = cells[
                max(low[0] - 1, 0) : low[0] + wide + 1,
                max(low[1] - 1, 0) : low[1] + wide + 1,
            ]
            assert kind == MIXED_KIND_INDEX or (near == kind).all()


def test_a_map_of_one_kind_has_no_tile_that_is_mixed() -> None:
    assert (compute_tiles(np.full((50, 70), 2, np.uint8)) == 2).all()
