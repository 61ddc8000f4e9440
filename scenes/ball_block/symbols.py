"""Symbols of both modes of article 5's scene."""

from playground.scene import Role, Symbol, SymbolTable

# Colour, first step, symbol in formulas and listing variables of each quantity.
N = SymbolTable(
    block=Symbol(Role.MUTED, listing="Left Top Right Bottom"),
    start=Symbol(Role.MOVER, tex="P_0"),
    velocity=Symbol(Role.MOVER, tex="V", listing="vx vy"),
    ball=Symbol(Role.MOVER, listing="X Y"),
    article=Symbol(Role.ARTICLE),
    # The rule, for one position of the ball.
    zones=Symbol(Role.CORNER, tex="r", listing="Radius"),
    x_left=Symbol(Role.CONSTRUCTION, 1, "x_L", derivation=True, listing="xLeft xRight"),
    y_top=Symbol(Role.CONSTRUCTION, 1, "y_T", derivation=True, listing="yTop yBottom"),
    fold_x=Symbol(Role.CONSTRUCTION, 2, "x'", derivation=True, listing="_x"),
    fold_y=Symbol(Role.CONSTRUCTION, 3, "y'", derivation=True, listing="_y"),
    toward_x=Symbol(Role.MOVER, 2, "v_x'", derivation=True, listing="_vx"),
    toward_y=Symbol(Role.MOVER, 3, "v_y'", derivation=True, listing="_vy"),
    reach=Symbol(Role.INK, 5, "d", derivation=True),
    decision=Symbol(Role.INK, 5, listing="face"),
    bounce=Symbol(Role.ARTICLE, 6, "V'"),
    mirror=Symbol(Role.CONSTRUCTION, 7, derivation=True),
    diagonal=Symbol(Role.CORNER, 7, "u", derivation=True),
    printed=Symbol(Role.ARTICLE, 7, derivation=True),
    # The whole step.
    touch=Symbol(Role.ENTER, 8, "t"),
    contact=Symbol(Role.HIT, 8, "Q"),
    closest=Symbol(Role.MISS, 8),
    normal=Symbol(Role.NORMAL, 9, "n"),
    inward=Symbol(Role.NORMAL, 9, r"V \cdot n", derivation=True),
    leave=Symbol(Role.ENTER, 9, "V'"),
    turned=Symbol(Role.ENTER, 9, derivation=True),
    # The run through a wall.
    box=Symbol(Role.MUTED),
    wall=Symbol(Role.OBSTACLE, tex="k"),
    hit=Symbol(Role.HIT),
    # Distinct from the colour of a block that is hit.
    passed=Symbol(Role.MISTAKE_4),
    launch=Symbol(Role.CONSTRUCTION),
    trail=Symbol(Role.MOVER),
    path=Symbol(Role.MOVER, tex="P(t)"),
    after=Symbol(Role.MOVER, tex="V'"),
    counts=Symbol(Role.MUTED),
)
