// Prints the rows of a statement over a ledger as JSON: node read.js LEDGER STATEMENT
const Database = require("better-sqlite3");

const [ledger, statement] = process.argv.slice(2);
const rows = new Database(ledger, { readonly: true }).prepare(statement).safeIntegers().all();
const plain = (key, value) =>
  typeof value !== "bigint" ? value : Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
console.log(JSON.stringify(rows, plain));
