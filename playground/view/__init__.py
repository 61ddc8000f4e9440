"""Where a point of the world lies on the screen, and what lies under the pointer."""
