"""One plan laid out in several ways: each file makes a picture of it."""
