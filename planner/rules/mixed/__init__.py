"""Mixed planes: storage and training on the same links."""
