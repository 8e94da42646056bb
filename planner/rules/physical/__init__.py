"""Physical design: places, lengths, media and delivery forgotten."""
