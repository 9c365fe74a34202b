#!/bin/sh
# All parts of a job on one machine with GNU parallel, and then the report. VESC_COL is the program.
cd "$(dirname "$0")" || exit 2
: "${VESC_COL:=vesc-col}"
parallel -N @EACH@ "$VESC_COL" work . --threads 1 @WHICH@ ::: @NUMBERS@
"$VESC_COL" merge .
