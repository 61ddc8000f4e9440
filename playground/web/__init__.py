"""Web pages: lessons in one file and the site."""
