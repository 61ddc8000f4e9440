"""What a widget changes within a frame is no longer there for what is drawn next."""

from pyglet.window import key

from playground.app import stepping, walking


def test_a_step_that_there_is_no_more_is_not_shown(driver):
    driver.open("ray_circle")
    session = driver.session
    last = len(session.moment.steps)
    stepping.go_to_step(session, last)
    driver.change(direction=(0.0, 0.0))
    assert len(session.moment.steps) < last
    driver.settle()
    stepping.go_to_step(session, last)
    driver.settle()


def test_a_presented_stop_whose_step_there_is_no_more_has_its_words(driver):
    session = driver.session
    walking.start_shipped(session, session.all_opened[0].scene)
    session.opened.step = len(session.moment.steps)
    session.look(presenting=True)
    driver.settle()
    driver.change(direction=(0.0, 0.0))
    session.opened.step = 99
    driver.change(direction=(1.0, 0.0))
    driver.settle()


def test_the_mode_may_be_chosen_where_the_article_stands_beside_the_truth(driver):
    driver.open("ball_block")
    driver.key(key.A)
    driver.click_item("##mode")
    driver.click_item("Wall")
    assert driver.session.params.mode == "Wall"
    driver.settle()
    assert driver.session.moment.scene.listing is None
