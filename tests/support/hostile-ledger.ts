import { DatabaseSync } from 'node:sqlite'
import { demoLedger } from '#tests/pages/demo-ledger.ts'

const longWord = 'W'.repeat(20_000)
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const bytes = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex')
const word = (number: number): Uint8Array => bytes(`0x${number.toString(16).padStart(64, '0')}`)

/** A document of about 1 MB, and a name without a single space. */
const hostileDocument = (name: string): string =>
  JSON.stringify({
    name: name + longWord,
    description: 'd'.repeat(400_000),
    image: `data:image/png;base64,${'A'.repeat(100_000)}`,
    attributes: Array.from({ length: 8_000 }, (_, index) => ({ trait_type: `trait ${index}`, value: 'v'.repeat(40) })),
  })

/** Adds logs to one transaction: NFT transfers, or unknown events with data. */
const addLogs = (
  database: DatabaseSync,
  { hash, count, data, isTransfer }: { hash: string; count: number; data: Uint8Array; isTransfer: boolean },
): void => {
  const place = database
    .prepare('select chain, block_number, transaction_index from evm_transactions where hash = ?')
    .get(bytes(hash)) as { chain: number; block_number: number; transaction_index: number }
  const insert = database.prepare(
    'insert into evm_logs (chain, block_number, transaction_index, log_index, address, topic0, topic1, topic2, topic3, data) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  database.exec('begin')
  for (let index = 0; index < count; index++)
    insert.run(
      place.chain,
      place.block_number,
      place.transaction_index,
      10_000 + index,
      bytes(demoLedger.lanterns),
      isTransfer ? bytes(transferTopic) : word(index + 1),
      word(index + 1),
      word(index + 2),
      word(index),
      data,
    )
  database.exec('commit')
}

/** Fills every field of the demo ledger that untrusted parties can write with as much as they could. */
export const makeHostile = (path: string): void => {
  const database = new DatabaseSync(path, { timeout: 60_000 })
  const tokens = database.prepare('select id from evm_nft_metadata order by id limit 60').all() as { id: number }[]
  const set = database.prepare(
    'update evm_nft_metadata set metadata = ?, name = ?, description = ?, attributes = ?, token_uri = ? where id = ?',
  )
  database.exec('begin')
  const document = hostileDocument('Lantern ')
  const { name, description, attributes } = JSON.parse(document)
  for (const { id } of tokens)
    set.run(document, name, description, JSON.stringify(attributes), `https://host/${longWord}`, id)
  database.exec('commit')
  database.prepare('update evm_contracts set name = ?, symbol = ?').run(longWord, longWord)
  database
    .prepare('update evm_transactions set input = ? where hash = ?')
    .run(new Uint8Array(1_000_000).fill(0x61), bytes(demoLedger.tokenTransfer))
  addLogs(database, {
    hash: demoLedger.nestedCalls,
    count: 1_000,
    data: new Uint8Array(4_000).fill(0x5a),
    isTransfer: false,
  })
  addLogs(database, { hash: demoLedger.contractCreation, count: 10_000, data: new Uint8Array(0), isTransfer: true })
  const properties = JSON.stringify(
    Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`property ${index}`, 'v'.repeat(300)])),
  )
  database.prepare('update aptos_token_ownerships set token_properties = ?, name = ?').run(properties, longWord)
  database.prepare('update aptos_collections set name = ?, uri = ?').run(longWord, longWord)
  database.close()
}
