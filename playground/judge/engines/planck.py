"""planck: Box2D 2 in JavaScript, by its package of npm."""

from playground.judge.engines.node import NodeEngine

_PLANCK = NodeEngine("planck")
VERSION = _PLANCK.version

ray_circle = _PLANCK["ray_circle"]
circle_rect = _PLANCK["circle_rect"]
sweep_ball_block = _PLANCK["sweep_ball_block"]
