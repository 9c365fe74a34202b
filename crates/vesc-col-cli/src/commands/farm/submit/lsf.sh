#!/bin/sh
# All parts of a job as an array of LSF, and then the report: sh job/lsf.sh. VESC_COL is the program.
# A site may edit this; `plan --continue --for` writes it anew.
cd "$(dirname "$0")" || exit 2
: "${VESC_COL:=vesc-col}"
bsub -r -J "vesc-@DIGEST@[@RANGES@]" -W @MINUTES@ -M @MEGABYTES@MB -o /dev/null \
  "$VESC_COL work . --threads 1 @WHICH@"
bsub -w "ended(\"vesc-@DIGEST@\")" -o report.txt "$VESC_COL merge ."
