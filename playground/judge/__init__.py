"""Testing of user code against the collision core."""
