"""The window itself: events in, frames out, files, films, logs."""
