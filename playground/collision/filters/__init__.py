"""Where floats are proven to give a formula's fields, derived from its record."""
