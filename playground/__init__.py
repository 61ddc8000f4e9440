"""An interactive playground for collision tests: the articles' and your own."""
