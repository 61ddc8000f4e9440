"""The session: open scenes, lessons, quiz and user code, without a window."""
