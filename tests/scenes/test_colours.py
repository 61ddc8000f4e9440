"""Meaning of colours: the same in every scene, for the article and for mistakes."""

from every import every_scene

from playground.scene.primitives import MISTAKE_ROLES, Role
from playground.scene.solution import solve_scene

# What the rule of article 5 answers stands in the scene's own picture, for the scene
# is about that rule.
RULE = {"bounce", "printed"}


@every_scene
def test_the_article_s_colour_is_what_the_article_answers(scene) -> None:
    for case in scene.cases.values():
        _assert_article_has_its_colour(solve_scene(scene, case.params))


def _assert_article_has_its_colour(solution) -> None:
    own = [r for view in solution.draw().self_and_views for r in view.primitives]
    assert not [r for r in own if r.role is Role.ARTICLE and r.key not in RULE]
    if solution.scene.listing is None:
        return
    both = solution.draw(solution.scene.listing.dtypes[0])
    every = [r for view in both.self_and_views for r in view.primitives]
    added = [r for r in every if r not in own]
    assert {r.role for r in added} <= {Role.ARTICLE}


@every_scene
def test_only_a_kind_of_mistake_has_a_mistake_s_colour(scene) -> None:
    solutions = [solve_scene(scene, case.params) for case in scene.cases.values()]
    for part in {id(solution.scene): solution for solution in solutions}.values():
        answer = part.scene.answer
        assert Role.ARTICLE not in {k.role for k in (*answer.outcomes, *answer.zones)}
        if part.scene.listing is not None:
            kinds = part.mistakes(part.scene.listing.dtypes[0]).kinds
            assert {kind.role for kind in kinds} <= set(MISTAKE_ROLES)
