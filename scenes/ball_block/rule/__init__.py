"""What the one-hit scene and the wall have in common: the article's bounce rule."""
