"""Growth: what a step from one size to the next takes, which cables must move for it, and in which order."""
