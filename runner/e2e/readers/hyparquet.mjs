// Reads a Parquet file by npm's hyparquet and prints its rows as JSON; whole numbers that JSON readers round are texts.
//   node hyparquet.mjs FILE.parquet
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

const exact = (name, value) =>
  typeof value !== 'bigint' ? value : Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
console.log(JSON.stringify(await parquetReadObjects({ file: await asyncBufferFromFile(process.argv[2]) }), exact));
