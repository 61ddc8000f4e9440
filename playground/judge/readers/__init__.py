"""Readers of exported test cases in several languages."""
