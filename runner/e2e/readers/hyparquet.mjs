// Reads a Parquet file by npm's hyparquet and prints its rows as JSON, each an object. Whole numbers are as this program's
// JSON has them: a column with one that JavaScript rounds has texts alone.
//   node hyparquet.mjs FILE.parquet
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

const rows = await parquetReadObjects({ file: await asyncBufferFromFile(process.argv[2]) });
const rounded = new Set();
for (const row of rows)
  for (const [column, value] of Object.entries(row))
    if (typeof value === 'bigint' && !Number.isSafeInteger(Number(value))) rounded.add(column);
const exact = (column, value) =>
  typeof value !== 'bigint' ? value : rounded.has(column) ? String(value) : Number(value);
console.log(JSON.stringify(rows, exact));
