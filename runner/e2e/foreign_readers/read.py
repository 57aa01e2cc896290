# Prints the rows of a statement over a ledger as JSON, read by pandas: python3 read.py LEDGER STATEMENT
import json
import sqlite3
import sys

import pandas

ledger = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
rows = pandas.read_sql(sys.argv[2], ledger, coerce_float=False)
print(json.dumps(rows.astype(object).where(rows.notna(), None).to_dict("records")))
