"""Execution of user code: in process, or in a supervised worker."""
