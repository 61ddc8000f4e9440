"""What a browser is told: a lesson as one page, and a figure as SVG."""
