#!/bin/sh
# All parts of the job are answered. VESC_COL is the program.
cd "$(dirname "$0")" || exit 2
: "${VESC_COL:=vesc-col}"
"$VESC_COL" merge .
