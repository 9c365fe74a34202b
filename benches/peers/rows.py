"""The rows of a CSV file with cells 0 and 1 and the label last."""

import csv


def read(path):
    """Positive rows and negative rows, each as a list of truth values."""
    with open(path, newline="") as file:
        lines = csv.reader(file)
        next(lines)
        rows = [[cell == "1" for cell in line] for line in lines]
    return [row[:-1] for row in rows if row[-1]], [row[:-1] for row in rows if not row[-1]]
