"""What leaves on paper: a sheet with a title block, as PDF, SVG, PNG or on a printer."""
