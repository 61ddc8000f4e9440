"""What is seen of a session: pictures, cameras, handles, the canvas shared by views."""
