import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

/*
 * A process of its own that reads a page of a wallet's transactions from SQLite and sends its rows as JSON, for every request: the
 * least that an answer from this database costs, with nothing parsed, checked, counted, named or converted.
 *
 *   DATABASE=<file> ADDRESS=0x… PORT=… node tests/bench/support/page-reader.ts
 */
const { DATABASE = '', ADDRESS = '', PORT } = process.env
const hex = (column: string): string => `'0x' || lower(hex(t.${column})) as ${column}`
const statement = new DatabaseSync(DATABASE, { readOnly: true }).prepare(`
  select t.block_number, t.transaction_index, status, nonce, value, gas, gas_price, t.gas_used, cumulative_gas_used,
    ${['hash', 'from_address', 'to_address', 'contract_address', 'root', 'input'].map(hex).join(', ')},
    b.timestamp, '0x' || lower(hex(b.hash)) as block_hash
  from (
    select chain, block_number, transaction_index from evm_wallet_transactions
    where chain = (select chain from evm_chains) and address = ? and block_number <= ?
    order by block_number desc, transaction_index desc limit 101
  ) page
  join evm_transactions t using (chain, block_number, transaction_index)
  join evm_blocks b on b.chain = t.chain and b.number = t.block_number
  order by page.block_number desc, page.transaction_index desc`)
statement.setReturnArrays(true)
const wallet = Buffer.from(ADDRESS.slice(2), 'hex')

createServer((_, response) => {
  const body = Buffer.from(JSON.stringify(statement.all(wallet, Number.MAX_SAFE_INTEGER)))
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}).listen(PORT)
