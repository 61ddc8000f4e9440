"""The shared collision core: NumPy arrays in, frozen results out."""
