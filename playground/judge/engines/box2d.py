"""Box2D 3, as WebAssembly, by its package of npm."""

from playground.judge.engines.node import NodeEngine

_BOX2D = NodeEngine("box2d")
VERSION = f"3, box2d3-wasm {_BOX2D.version}"

ray_circle = _BOX2D["ray_circle"]
circle_rect = _BOX2D["circle_rect"]
sweep_ball_block = _BOX2D["sweep_ball_block"]
