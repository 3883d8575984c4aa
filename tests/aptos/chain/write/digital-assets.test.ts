import { describe, expect, test } from 'vitest'
import { nodeLookUp } from '#lib/aptos/chain/ingest/index-network.ts'
import { createVersionReader } from '#lib/aptos/chain/ingest/page-decoder.ts'
import { createAptosIndex } from '#lib/aptos/chain/write/aptos-index.ts'
import { toHex } from '#lib/base/bytes.ts'
import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { aptosStores, dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { nodeOf } from '#tests/aptos/chain/ingest/ledger-node.ts'
import { Account } from '#tests/demo-recorder/aptos/account.ts'
import { TokenV2 } from '#tests/demo-recorder/aptos/token-v2.ts'
import { type Json, WriteSet } from '#tests/demo-recorder/aptos/write-set.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects } from '#tests/store/test-stores.ts'

const accounts = ['a1', '0b', 'c3', 'd4'].map((digits) => new Account(digits, `0x${digits.repeat(32)}`))

/** Random deeds with digital assets, and who holds each at the end and at version `from`. */
const assetLedger = (seed: number, length: number) => {
  const chance = createChance(seed)
  const pick = <T>(items: readonly T[]): T => items[chance.integer(0, items.length - 1)] as T
  const tokens = new TokenV2()
  const resources = new Map<string, unknown>()
  const opening = new WriteSet(true)
  const collections = accounts
    .slice(0, 2)
    .map((creator) => tokens.createCollection(opening, creator, `Of ${creator.name}`, 'ipfs://c'))
  const transactions: Json[] = []
  const changed: string[][] = []
  for (let version = 0; version < length; version++) {
    const set = version === 0 ? opening : new WriteSet(true)
    const era = { isModuleEra: version > length / 2 }
    const before = new Map(tokens.assets.map((asset) => [asset.address, asset.owner]))
    for (let deeds = version === 0 ? 0 : chance.integer(1, 3); deeds > 0; deeds--) {
      const asset = tokens.assets.length > 0 && chance.happens(0.8) ? pick(tokens.assets) : undefined
      if (!asset) tokens.mint(set, era, pick(collections), `Asset ${version} ${deeds}`, 'ipfs://a')
      else if (chance.happens(0.75)) tokens.transfer(set, era, asset, pick(accounts))
      else if (chance.happens(0.5)) tokens.mutate(set, era, asset, `At ${version}`)
      else tokens.burn(set, era, asset)
    }
    changed.push(
      tokens.assets.filter(({ address, owner }) => before.get(address) !== owner).map(({ address }) => address),
    )
    for (const { type, address, data } of set.changes)
      if (type === 'write_resource') {
        const { type, data: fields } = data as { type: string; data: unknown }
        resources.set(`${String(address)} ${type}`, fields)
      }
    const timestamp = String(1_660_000_000_000_000 + version)
    const hash = `0x${(version + 1).toString(16).padStart(64, '0')}`
    const rest = { version: String(version), hash, timestamp, sender: '0x1', changes: set.changes, events: set.events }
    transactions.push({ type: 'user_transaction', ...rest })
  }
  const owners = tokens.assets.map(({ address, owner }) => [shortAddress(address), shortAddress(owner.address)])
  return { transactions, resources, changed, owners: new Map(owners as [string, string][]) }
}

describe.each(dialects)('%s', (dialect) => {
  const createStore = aptosStores(dialect)

  const indexed = async (ledger: ReturnType<typeof assetLedger>, first: number, batch: number) => {
    const store = await createStore()
    const node = nodeOf({ node: ledger })
    const reader = createVersionReader(node, { chainId: 4, contents: ['digital_assets'] })
    const index = createAptosIndex(store, 4, { from: first, contents: ['digital_assets'], lookUp: nodeLookUp(node) })
    const last = ledger.transactions.length - 1
    for (let from = first; from <= last; from += batch)
      await index.append(await reader.blocks(from, Math.min(last, from + batch - 1)), { latest: last, finalized: last })
    const rows = await store.db.selectFrom('aptos_token_ownerships').selectAll().where('amount', '<>', '0').execute()
    const owners = rows.map((row) => [
      shortAddress(toHex(row.token_data_id_hash)),
      shortAddress(toHex(row.owner_address)),
    ])
    return { rows, owners: new Map(owners as [string, string][]), dump: await dumpIndex(store) }
  }

  test.each([1, 2])('every asset has the owner that the ledger records, wherever batches end (%i)', async (seed) => {
    const ledger = assetLedger(seed, 150)
    const [small, large] = [await indexed(ledger, 0, 7), await indexed(ledger, 0, 100)]
    expect(small.rows).toHaveLength(ledger.owners.size)
    expect(small.owners).toEqual(ledger.owners)
    expect(small.dump).toEqual(large.dump)
  })

  test('a start in mid-ledger fetches collections from the node, and later changes are right', async () => {
    const ledger = assetLedger(3, 150)
    const { owners } = await indexed(ledger, 100, 20)
    const changed = new Set(ledger.changed.slice(100).flat().map(shortAddress))
    expect(changed.size).toBeGreaterThan(10)
    for (const [asset, owner] of owners) expect(ledger.owners.get(asset)).toBe(owner)
    for (const [asset, owner] of ledger.owners) if (changed.has(asset)) expect(owners.get(asset)).toBe(owner)
  })
})
