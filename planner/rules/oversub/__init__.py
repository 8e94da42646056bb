"""Oversubscription: too little capacity where traffic has to pass."""
