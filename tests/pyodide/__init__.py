"""The package in the Python of the browser."""
