"""Tracing of listings and user code, line by line, with exact shadow values."""
