"""The drawing board: where things are (layouts, geometry), how they look (painter), what hands do (view, tools)."""
