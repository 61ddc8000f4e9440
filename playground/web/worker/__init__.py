"""The worker of a page: requests and states as JSON, in Pyodide."""
