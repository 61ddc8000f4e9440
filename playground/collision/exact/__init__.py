"""Exact evaluation of formulas: error bounds, filters, integers and generated code.

A formula is recorded once as an expression graph (`expression`). `codegen` compiles it,
`filters` and `running_error` certify the signs of float64 results, and `integers`
decides the rest. `solver` combines them for batches of queries; `accuracy` derives what
each field of a result guarantees. Needs NumPy alone; numba is optional.
"""
