// Runs SQL by npm's DuckDB, in the current folder, and prints the last answer as CSV.
//   node duckdb.mjs FILE.sql
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const statements = await connection.extractStatements(readFileSync(process.argv[2], 'utf8'));
let answer;
for (let i = 0; i < statements.count; ++i) answer = await (await statements.prepare(i)).runAndReadAll();
for (const row of [answer.columnNames(), ...answer.getRows()]) console.log(row.join(','));
