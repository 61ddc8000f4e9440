"""What the program costs, measured where it runs."""
