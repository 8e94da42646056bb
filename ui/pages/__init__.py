"""Questions about the plan as a whole, each a dialog that makes one edit."""
