"""A lesson as one page that any browser opens: what is sampled, drawn and said."""
