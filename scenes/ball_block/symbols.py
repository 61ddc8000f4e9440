"""Symbols of both modes of article 5's scene."""

import playground.scene as sc

# Colour, first step, symbol in formulas and listing variables of each quantity.
N = sc.SymbolTable(
    block=sc.Symbol(sc.Role.MUTED, listing="Left Top Right Bottom"),
    start=sc.Symbol(sc.Role.MOVER, tex="P_0"),
    velocity=sc.Symbol(sc.Role.MOVER, tex="V", listing="vx vy"),
    ball=sc.Symbol(sc.Role.MOVER, listing="X Y"),
    article=sc.Symbol(sc.Role.ARTICLE),
    # The rule, for one position of the ball.
    zones=sc.Symbol(sc.Role.CORNER, tex="r", listing="Radius"),
    x_left=sc.Symbol(
        sc.Role.CONSTRUCTION, 1, "x_L", derivation=True, listing="xLeft xRight"
    ),
    y_top=sc.Symbol(
        sc.Role.CONSTRUCTION, 1, "y_T", derivation=True, listing="yTop yBottom"
    ),
    fold_x=sc.Symbol(sc.Role.CONSTRUCTION, 2, "x'", derivation=True, listing="_x"),
    fold_y=sc.Symbol(sc.Role.CONSTRUCTION, 3, "y'", derivation=True, listing="_y"),
    toward_x=sc.Symbol(sc.Role.MOVER, 2, "v_x'", derivation=True, listing="_vx"),
    toward_y=sc.Symbol(sc.Role.MOVER, 3, "v_y'", derivation=True, listing="_vy"),
    reach=sc.Symbol(sc.Role.INK, 5, "d", derivation=True),
    decision=sc.Symbol(sc.Role.INK, 5, listing="face"),
    bounce=sc.Symbol(sc.Role.ARTICLE, 6, "V'"),
    mirror=sc.Symbol(sc.Role.CONSTRUCTION, 7, derivation=True),
    diagonal=sc.Symbol(sc.Role.CORNER, 7, "u", derivation=True),
    printed=sc.Symbol(sc.Role.ARTICLE, 7, derivation=True),
    # The whole step.
    touch=sc.Symbol(sc.Role.ENTER, 8, "t"),
    contact=sc.Symbol(sc.Role.HIT, 8, "Q"),
    closest=sc.Symbol(sc.Role.MISS, 8),
    normal=sc.Symbol(sc.Role.NORMAL, 9, "n"),
    inward=sc.Symbol(sc.Role.NORMAL, 9, r"V \cdot n", derivation=True),
    leave=sc.Symbol(sc.Role.ENTER, 9, "V'"),
    turned=sc.Symbol(sc.Role.ENTER, 9, derivation=True),
    # The run through a wall.
    box=sc.Symbol(sc.Role.MUTED),
    wall=sc.Symbol(sc.Role.OBSTACLE, tex="k"),
    hit=sc.Symbol(sc.Role.HIT),
    # Distinct from the colour of a block that is hit.
    passed=sc.Symbol(sc.Role.MISTAKE_4),
    launch=sc.Symbol(sc.Role.CONSTRUCTION),
    trail=sc.Symbol(sc.Role.MOVER),
    path=sc.Symbol(sc.Role.MOVER, tex="P(t)"),
    after=sc.Symbol(sc.Role.MOVER, tex="V'"),
    counts=sc.Symbol(sc.Role.MUTED),
)
