"""Exact evaluation of formulas: error bounds, filters, integers and generated code.

A formula is recorded once as an expression graph (`expression`). `codegen` compiles it,
`filters` and `running_error` certify the signs and digits of float64 results, and
`integers` recomputes the rest exactly. `solver` combines them for batches of queries;
`accuracy` derives what each field of a result guarantees. README.md introduces the
method with a worked example and the table of rules. Needs NumPy alone; numba is
optional.
"""
