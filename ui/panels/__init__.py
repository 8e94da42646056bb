"""What stands around the canvas: palette, inspector, findings, the strip of figures."""
