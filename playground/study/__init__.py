"""What is open, without any window."""
