"""What works on any State: counts, random playouts and batches; written once, compiled."""
