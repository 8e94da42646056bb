"""What a user can do: each function reads the plan and returns an Edit, or refuses with a sentence."""
