"""`python -m mapkit`."""

from mapkit.cli import main

main()
