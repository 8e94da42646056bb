#!/bin/sh
# Opens an example in the window; with no display, prints its figures and findings instead.  run.sh PYTHON FILE
set -eu
if [ "$(uname -s)" = Linux ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "There is no display, so here are the figures and findings of $2 instead of the window."
    echo
    "$1" -m planner.cli figures "$2"
    echo
    exec "$1" -m planner.cli check "$2"
fi
exec "$1" -m planner.cli open "$2"
