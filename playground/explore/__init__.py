"""Pure tools that work on any scene: curves, maps, the precision lens, the quiz."""
