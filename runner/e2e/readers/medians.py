# The median time of each point of the two tables that Debian's pandas reads from the current folder, as CSV.
#   /usr/bin/python3 medians.py sqlite FILE | csv FOLDER
import sqlite3
import sys

import pandas as pd

kind, path = sys.argv[1:]
samples = (pd.read_sql("SELECT * FROM samples", sqlite3.connect(path)) if kind == "sqlite"
           else pd.read_csv(path + "/samples.csv"))
medians = samples.groupby(["run", "ordinal"]).time_ns.median()
print(medians.to_csv(), end="")
