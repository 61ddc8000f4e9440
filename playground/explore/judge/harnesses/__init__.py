"""Programs in other languages to copy: they read the judge's lines and answer them."""
