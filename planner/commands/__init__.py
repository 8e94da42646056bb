"""The commands of the command line, one file each: `add` tells its arguments, and what runs returns the exit status."""
