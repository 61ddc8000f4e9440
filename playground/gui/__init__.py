"""Window: frame loop, input, panels and settings.

Unless stated otherwise, lengths and positions are in logical pixels, y down, times in
seconds, colours RGBA from 0 to 1, and `ratio` is physical pixels per logical pixel.
"""
