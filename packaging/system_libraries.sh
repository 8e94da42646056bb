#!/bin/sh
# Finds the system libraries that Qt needs; installs them on Debian and Ubuntu where that is allowed, else names them.
set -u
[ "$(uname -s)" = Linux ] || exit 0

libraries="libEGL.so.1:libegl1 libGL.so.1:libgl1 libxkbcommon-x11.so.0:libxkbcommon-x11-0 libxcb-cursor.so.0:libxcb-cursor0
libxcb-icccm.so.4:libxcb-icccm4 libxcb-keysyms.so.1:libxcb-keysyms1 libxcb-image.so.0:libxcb-image0
libxcb-render-util.so.0:libxcb-render-util0 libxcb-shape.so.0:libxcb-shape0 libxcb-xkb.so.1:libxcb-xkb1
libxcb-xinerama.so.0:libxcb-xinerama0 libdbus-1.so.3:libdbus-1-3 libfontconfig.so.1:libfontconfig1
libglib-2.0.so.0:libglib2.0-0"
programs=""
[ "${1:-run}" = test ] && programs="Xvfb:xvfb xdotool:xdotool openbox:openbox pdftotext:poppler-utils"

PATH="$PATH:/sbin:/usr/sbin"
known=$(ldconfig -p 2>/dev/null)
missing=""
for pair in $libraries; do
    case "$known" in *"${pair%%:*}"*) ;; *) missing="$missing ${pair##*:}" ;; esac
done
for pair in $programs; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair##*:}"
done
[ -n "$(fc-list 2>/dev/null | head -1)" ] || [ -n "$(ls /usr/share/fonts/truetype 2>/dev/null)" ] || missing="$missing fonts-dejavu-core"
[ -z "$missing" ] && exit 0

admin=""
[ "$(id -u)" = 0 ] || admin="sudo -n"
if command -v apt-get >/dev/null 2>&1 && { [ -z "$admin" ] || sudo -n true 2>/dev/null; }; then
    echo "Installing what Qt needs:$missing"
    export DEBIAN_FRONTEND=noninteractive
    if $admin apt-get update -q >/dev/null 2>&1 && $admin apt-get install -q -y --no-install-recommends $missing >/dev/null 2>&1; then
        exit 0
    fi
fi
echo "Qt needs system packages that are not there: install$missing (Debian and Ubuntu names) and try again." >&2
exit 1
