"""Data that comes with the program: the catalogue, examples, icons, fonts, the guide."""

from pathlib import Path

FOLDER = Path(__file__).parent
