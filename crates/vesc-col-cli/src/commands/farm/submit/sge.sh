#!/bin/sh
# All parts of a job as an array of Grid Engine, and then the report: sh job/sge.sh. VESC_COL is the program.
# A site may edit this; `plan --continue --for` writes it anew. Numbers in between that are no part end at once.
cd "$(dirname "$0")" || exit 2
: "${VESC_COL:=vesc-col}"
qsub -N "vesc-@DIGEST@" -r y -cwd -V -S /bin/sh -t @FIRST@-@LAST@ -l "h_rt=@SECONDS@,h_vmem=@MEGABYTES@M" \
  -o /dev/null -j y << TASK
exec "$VESC_COL" work . --threads 1 @WHICH@
TASK
qsub -N "merge-@DIGEST@" -hold_jid "vesc-@DIGEST@" -cwd -V -S /bin/sh -o report.txt -j y << REPORT
exec "$VESC_COL" merge .
REPORT
