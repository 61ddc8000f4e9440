"""Jolt, as WebAssembly, by its package of npm."""

from playground.judge.engines.node import NodeEngine

_JOLT = NodeEngine("jolt")
VERSION = f"jolt-physics {_JOLT.version}"

ray_circle = _JOLT["ray_circle"]
circle_rect = _JOLT["circle_rect"]
swept_sphere_line = _JOLT["swept_sphere_line"]
sweep_ball_block = _JOLT["sweep_ball_block"]
