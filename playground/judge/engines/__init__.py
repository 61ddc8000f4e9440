"""Adapters of physics engines and geometry libraries: one module per library."""
