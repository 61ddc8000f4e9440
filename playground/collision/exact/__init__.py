"""Exact evaluation: error bounds, filters, integer arithmetic and generated code."""
