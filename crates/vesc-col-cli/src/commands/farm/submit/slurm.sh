#!/bin/sh
# All parts of a job as an array of Slurm, and then the report: sh job/slurm.sh. VESC_COL is the program.
# A site may edit this; `plan --continue --for` writes it anew.
cd "$(dirname "$0")" || exit 2
: "${VESC_COL:=vesc-col}"
array=$(sbatch --parsable --requeue --array=@RANGES@ --time=@MINUTES@ --mem=@MEGABYTES@M --output=/dev/null \
  --wrap "$VESC_COL work . --threads 1 @WHICH@")
sbatch --dependency="afterany:$array" --output=report.txt --wrap "$VESC_COL merge ."
