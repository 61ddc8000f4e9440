"""Harnesses for user code in other languages."""
