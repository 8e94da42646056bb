"""What hands do on the canvas: each tool turns presses and drags into one edit, or into nothing."""
