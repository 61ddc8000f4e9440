"""What a scene is: all that a scene's author imports."""
