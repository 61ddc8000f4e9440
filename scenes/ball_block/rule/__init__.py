"""The article's bounce rule, shared by both modes of article 5's scene."""
