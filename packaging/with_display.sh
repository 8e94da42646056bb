#!/bin/sh
# Runs a command on a screen of its own, with a window manager.  with_display.sh COMMAND...
set -u
fifo=$(mktemp -u)
mkfifo "$fifo"
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$fifo" >/dev/null 2>&1 &
server=$!
number=$(head -1 "$fifo")
rm -f "$fifo"
[ -n "$number" ] || { echo "Xvfb did not start." >&2; exit 1; }
unset WAYLAND_DISPLAY
export DISPLAY=":$number" QT_QPA_PLATFORM=xcb
openbox >/dev/null 2>&1 &
manager=$!
"$@"
status=$?
kill $manager $server 2>/dev/null
wait 2>/dev/null
exit $status
