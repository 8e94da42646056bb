"""Data files shipped with the program: catalogue, examples, icons, fonts, guide."""
