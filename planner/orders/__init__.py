"""What is ordered and handed to those who build: the bill, the cable schedule and the labels."""
