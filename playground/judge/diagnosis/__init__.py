"""Diagnosis of failures: conditions, hypotheses and rounding."""
