"""Maps, curves and precision analysis of a query over one or two parameters."""
