import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { indexNetwork } from '#lib/aptos/chain/ingest/index-network.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { fastClock } from '#tests/support/fast-clock.ts'
import { freePort } from '#tests/support/spyglass.ts'

const recordings = join('..', 'shared', 'recordings', 'aptos')

type DataId = { creator: string; collection: string; name: string }
type TokenId = { token_data_id: DataId; property_version: string }
/** Every field that some event has; which ones, its type says. */
type EventData = {
  id: DataId & TokenId
  new_id: TokenId
  token_id: TokenId
  amount: string
  to_address: string
  account?: string
  creator?: string
}
type Recorded = {
  version: string
  type: string
  events: { type: string; guid: { account_address: string }; sequence_number: string; data: EventData }[]
  changes: {
    type: string
    address: string
    handle: string
    data: { type: string; data: { tokens: { handle: string } } } & {
      key_type: string
      key: TokenId
      value_type: string
      value: { amount: string }
    }
  }[]
}

/** The recorded transactions in the order of their versions; the replay node numbers them from 0. */
const recorded = (network: string): Recorded[] =>
  gunzipSync(readFileSync(join(recordings, network, 'transactions.jsonl.gz')))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { result: Recorded }).result)
    .sort((a, b) => Number(a.version) - Number(b.version))

/* The rules once more, computed the slow and obvious way. */

const long = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const sha = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`
const idOf = (id: DataId) => sha(`${long(id.creator)}::${id.collection}::${id.name}`)

const slowActivities = (transactions: Recorded[]): string[] =>
  transactions.flatMap((transaction, version) => {
    if (transaction.type !== 'user_transaction') return []
    return transaction.events.flatMap((event, index) => {
      const { type, data } = event
      const by = long(data.account ?? data.creator ?? event.guid.account_address)
      const row = (id: DataId, edition: string, from: string | null, to: string | null, amount: string) => [
        [version, index, type, idOf(id), edition, from, to, amount, event.sequence_number].join(' '),
      ]
      const { id, new_id, token_id, amount } = data
      if (/^0x3::token::(MintTokenEvent|Mint)$/.test(type)) return row(id, '0', by, null, amount)
      if (/^0x3::token::(Mutate(TokenPropertyMapEvent|PropertyMap))$/.test(type))
        return row(new_id.token_data_id, new_id.property_version, by, null, '0')
      if (/^0x3::token::(BurnTokenEvent|Burn|WithdrawEvent|TokenWithdraw)$/.test(type))
        return row(id.token_data_id, id.property_version, by, null, amount)
      if (/^0x3::token::(DepositEvent|TokenDeposit)$/.test(type))
        return row(id.token_data_id, id.property_version, null, by, amount)
      if (/^0x3::token_transfers::(Token)?(Offer|CancelOffer|Claim)(Event)?$/.test(type))
        return row(token_id.token_data_id, token_id.property_version, by, long(data.to_address), amount)
      return []
    })
  })

const slowOwnerships = (transactions: Recorded[]): Map<string, string> => {
  const users = transactions.map((transaction) =>
    transaction.type === 'user_transaction' ? transaction : { changes: [] },
  )
  const stores = new Map<string, string>()
  for (const { changes } of users)
    for (const { type, address, data } of changes)
      if (type === 'write_resource' && data.type === '0x3::token::TokenStore')
        stores.set(long(data.data.tokens.handle), long(address))
  const owned = new Map<string, string>()
  for (const [version, { changes }] of users.entries())
    for (const { type, handle, data } of changes) {
      if (!/table_item$/.test(type) || data?.key_type !== '0x3::token::TokenId') continue
      if (type === 'write_table_item' && data.value_type !== '0x3::token::Token') continue
      const owner = stores.get(long(handle))
      if (owner === undefined) continue
      const { token_data_id, property_version } = data.key
      const amount = type === 'delete_table_item' ? '0' : data.value.amount
      owned.set([idOf(token_data_id), property_version, owner].join(' '), `${amount} at ${version}`)
    }
  return owned
}

const startReplay = async (): Promise<string> => {
  const port = await freePort()
  const faults = { http429: 0.03, http500: 0.05, http503: 0.05, truncate: 0.05, reset: 0.05, dropFromPage: 0.1 }
  const child = spawn(process.execPath, [join(recordings, 'replay-aptos.mjs')], {
    env: {
      ...process.env,
      PORT: String(port),
      MODE: 'dense',
      FAULTS: JSON.stringify({ ...faults, staleLedger: 0.2, seed: 3 }),
    },
  })
  onTestFinished(() => void child.kill())
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => reject(new Error('the replay node did not start')))
  })
  return `http://127.0.0.1:${port}`
}

/** Small pages, and no resources: the replay node has none. */
const smallPages: typeof fetch = (input, init) => {
  const url = new URL(String(input))
  if (url.pathname.includes('/resource/'))
    return Promise.resolve(Response.json({ message: '', error_code: 'resource_not_found' }, { status: 404 }))
  if (Number(url.searchParams.get('limit')) > 8) url.searchParams.set('limit', '8')
  return fetch(url, init)
}

const index = async (store: Store<AptosTables>, node: ReturnType<typeof createAptosNode>, last: number, id: number) => {
  const stop = new AbortController()
  const network = {
    name: id === 2 ? 'testnet' : 'mainnet',
    node,
    start: { at: 0 },
    contents: ['digital_assets'],
    pollMs: 5,
  } as const
  const done = indexNetwork(store, network, { log: { info: () => {}, warn: () => {} }, signal: stop.signal })
  while (!(await readAptosIntervals(store.db, id)).some((interval) => interval.last === last))
    await new Promise((resolve) => setTimeout(resolve, 20))
  stop.abort()
  await done
}

describe.runIf(existsSync(recordings))('recorded transactions', () => {
  const createStore = aptosStores('sqlite')

  test.each(['mainnet', 'testnet', 'devnet'])(
    '%s with random node failures: rows match an independent computation of the rules',
    { timeout: 60_000 },
    async (network) => {
      const transactions = recorded(network)
      const store = await createStore()
      const node = createAptosNode({
        baseUrls: [`${await startReplay()}/${network}/v1`],
        fetch: smallPages,
        clock: fastClock(),
        attemptsMax: 6,
      })
      const chainId = (await node.ledgerInfo()).chainId
      await index(store, node, transactions.length - 1, chainId)

      const activities = await store.db
        .selectFrom('aptos_token_activities')
        .selectAll()
        .where('token_standard', '=', 'v1')
        .orderBy('transaction_version')
        .orderBy('event_index')
        .execute()
      const side = (address: Uint8Array | null) => address && toHex(address)
      expect(
        activities.map((row) =>
          [
            ...[row.transaction_version, row.event_index, row.transfer_type, toHex(row.token_data_id_hash)],
            ...[row.property_version, side(row.from_address), side(row.to_address)],
            ...[row.token_amount, row.event_sequence_number],
          ].join(' '),
        ),
      ).toEqual(slowActivities(transactions))

      const ownerships = await store.db
        .selectFrom('aptos_token_ownerships')
        .selectAll()
        .where('token_standard', '=', 'v1')
        .execute()
      expect(
        new Map(
          ownerships.map((row) => [
            [toHex(row.token_data_id_hash), row.property_version, toHex(row.owner_address)].join(' '),
            `${row.amount} at ${row.last_transaction_version}`,
          ]),
        ),
      ).toEqual(slowOwnerships(transactions))
    },
  )
})
