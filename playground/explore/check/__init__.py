"""What a scene's author has left out or said wrongly, in plain sentences."""
