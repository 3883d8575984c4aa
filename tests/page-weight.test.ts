import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aptosNfts, demoLedger } from '#tests/pages/demo-ledger.ts'
import { type InspectedWeb, startInspectedWeb } from '#tests/support/inspected-web.ts'

/* The built web process over the demo ledger, in which strangers have written as much as they could. */

const pageBytesMax = 300_000
const startMs = 240_000
const sweepMs = 280_000
const healthMs = 5_000
const pagesAtOnce = 16

const bytes = (hex: string): Uint8Array => Buffer.from(hex.slice(2), 'hex')
const longWord = 'W'.repeat(20_000)

let web: InspectedWeb
let folder: string
let database: DatabaseSync

/** A document of about 1 MB, and a name without a single space. */
const hostileDocument = (name: string): string =>
  JSON.stringify({
    name: name + longWord,
    description: 'd'.repeat(400_000),
    image: `data:image/png;base64,${'A'.repeat(100_000)}`,
    attributes: Array.from({ length: 8_000 }, (_, index) => ({ trait_type: `trait ${index}`, value: 'v'.repeat(40) })),
  })

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const transactionPlace = (hash: string) =>
  database
    .prepare('select chain, block_number, transaction_index from evm_transactions where hash = ?')
    .get(bytes(hash)) as { chain: number; block_number: number; transaction_index: number }

/** More logs of one transaction: NFTs that move, or nothing that is known, with data. */
const addLogs = (hash: string, count: number, data: Uint8Array, isTransfer: boolean): void => {
  const { chain, block_number, transaction_index } = transactionPlace(hash)
  const insert = database.prepare(
    'insert into evm_logs (chain, block_number, transaction_index, log_index, address, topic0, topic1, topic2, topic3, data) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const word = (number: number): Uint8Array => bytes(`0x${number.toString(16).padStart(64, '0')}`)
  database.exec('begin')
  for (let index = 0; index < count; index++)
    insert.run(
      chain,
      block_number,
      transaction_index,
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

const makeHostile = (): void => {
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
  addLogs(demoLedger.nestedCalls, 1_000, new Uint8Array(4_000).fill(0x5a), false)
  addLogs(demoLedger.contractCreation, 10_000, new Uint8Array(0), true)
  const properties = JSON.stringify(
    Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`property ${index}`, 'v'.repeat(300)])),
  )
  database.prepare('update aptos_token_ownerships set token_properties = ?').run(properties)
  database.prepare('update aptos_token_ownerships set name = ?').run(longWord)
  database.prepare('update aptos_collections set name = ?, uri = ?').run(longWord, longWord)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-weight-'))
  const path = join(folder, 'spyglass.db')
  web = await startInspectedWeb({ DATABASE_URL: `sqlite:${path}` })
  database = new DatabaseSync(path, { timeout: 60_000 })
  makeHostile()
}, startMs)
afterAll(async () => {
  database?.close()
  await web?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const wallet = demoLedger.busiestWallet
/** Where strangers' metadata, names and calldata are shown. */
const hostilePages = [
  '/',
  '/demo',
  `/demo/address/${wallet}/nfts`,
  `/wallet/${wallet}`,
  `/demo/token/${demoLedger.lanterns}`,
  `/demo/token/${demoLedger.lanterns}/owners`,
  `/demo/token/${demoLedger.lanterns}/traits`,
  `/demo/token/${demoLedger.lanterns}/transfers`,
  `/demo/token/${demoLedger.stamps}`,
  `/demo/nft/${demoLedger.lanterns}/1`,
  `/demo/nft/${demoLedger.stamps}/1`,
  '/demo/nft/search?q=lantern',
  '/demo/nft/search?q=v&filter=attributes',
  `/demo/tx/${demoLedger.tokenTransfer}`,
  `/demo/tx/${demoLedger.tokenTransfer}/raw`,
  `/demo/tx/${demoLedger.nestedCalls}`,
  `/demo/tx/${demoLedger.nestedCalls}/raw`,
  `/demo/tx/${demoLedger.contractCreation}`,
  `/demo/block/${demoLedger.block}`,
  '/aptos/txn/0',
  '/aptos/txn/0?changes=30',
  `/aptos/txn/${demoLedger.aptosVersions.User}`,
  `/aptos/collection/${aptosNfts.lights}`,
  `/aptos/creator/${aptosNfts.studio}`,
  '/compare?a=/demo/block/25&b=26',
]

test(
  'a page of hostile metadata, names or calldata is at most 300 kB',
  async () => {
    const heavy: string[] = []
    for (const path of hostilePages) {
      const response = await fetch(web.url + path)
      const size = (await response.arrayBuffer()).byteLength
      if (response.status !== 200 || size > pageBytesMax) heavy.push(`${path}: ${response.status}, ${size} bytes`)
    }
    expect(heavy).toEqual([])
  },
  sweepMs,
)

test(
  'health answers while sixteen galleries of such tokens are rendered',
  async () => {
    const gallery = `${web.url}/demo/token/${demoLedger.lanterns}`
    let open = pagesAtOnce
    const pages = Array.from({ length: pagesAtOnce }, async () => {
      const response = await fetch(gallery)
      await response.arrayBuffer()
      open -= 1
      return response.status
    })
    let slowestMs = 0
    do {
      const askedAt = performance.now()
      expect((await fetch(`${web.url}/api/health`)).status).toBe(200)
      slowestMs = Math.max(slowestMs, performance.now() - askedAt)
    } while (open > 0)
    expect(await Promise.all(pages)).toEqual(Array(pagesAtOnce).fill(200))
    expect(slowestMs).toBeLessThan(healthMs)
  },
  sweepMs,
)
