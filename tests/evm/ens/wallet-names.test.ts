import { afterEach, describe, expect, test } from 'vitest'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { withWalletNames } from '#lib/evm/ens/add-wallet-names.ts'
import type { PrimaryName } from '#lib/evm/ens/ens-contracts.ts'
import type { EnsReader } from '#lib/evm/ens/ens-reader.ts'
import { createStoredNames } from '#lib/evm/ens/stored-names.ts'
import { createWalletNames, type WalletNamesOptions } from '#lib/evm/ens/wallet-names.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

const person = (index: number): Hex => `0x${(0xa11ce00 + index).toString(16).padStart(40, '0')}`
const ada: PrimaryName = { name: 'ada.eth', expiresAt: null }
const hour = 3_600_000
const ethereum = 1
const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** A node that holds these names, and what it was asked. */
const fakeNode = (known: Record<Hex, PrimaryName>) => {
  const node = {
    asked: [] as (readonly Hex[])[],
    held: undefined as Promise<void> | undefined,
    isAway: false,
    primaryNames: async (addresses: readonly Hex[]) => {
      node.asked.push(addresses)
      await node.held
      if (node.isAway) throw new ServiceError('upstream_failed', 'The node is away.')
      return { block: { number: 77, timestamp: 0 }, names: addresses.map((address) => known[address] ?? 'none') }
    },
    addressOf: async () => ({ block: { number: 77, timestamp: 0 }, found: undefined }),
  } satisfies EnsReader & Record<string, unknown>
  return node
}

describe.each(dialects)('names of addresses, kept in %s', (dialect) => {
  const createStore = evmStores(dialect)

  const namesOver = (store: Store<EvmTables>, reader: EnsReader, options: Partial<WalletNamesOptions> = {}) => {
    const stored = createStoredNames(store, ethereum, 200_000)
    const names = createWalletNames({ reader, stored, log: { warn: () => {} }, ...options })
    open.push(names)
    return names
  }

  test('are looked up in the background: the second view has them, and a second process too', async () => {
    const node = fakeNode({ [person(1)]: ada })
    const store = await createStore()
    const names = namesOver(store, node)
    expect(await names.namesOf([person(1), person(2), person(1)])).toEqual(new Map())
    await expect.poll(async () => (await names.namesOf([person(1), person(2)])).get(person(1))?.name).toBe('ada.eth')
    const other = fakeNode({})
    expect((await namesOver(store, other).namesOf([person(1), person(2)])).get(person(1))).toMatchObject({
      name: 'ada.eth',
      isExpired: false,
      warning: null,
      blockNumber: 77,
    })
    expect(node.asked).toEqual([[person(1), person(2)]])
    expect(other.asked).toEqual([])
  })

  test('are read again after 24 hours, their absence after one, and shown meanwhile', async () => {
    let now = 1_700_000_000_000
    const node = fakeNode({ [person(1)]: ada })
    const names = namesOver(await createStore(), node, { now: () => now })
    expect(await names.nameOf(person(1))).toMatchObject({ name: 'ada.eth', readAt: now })
    expect(await names.nameOf(person(2))).toBeNull()
    now += 2 * hour
    await names.namesOf([person(1), person(2)])
    await expect.poll(() => node.asked.length).toBe(3)
    expect(node.asked[2]).toEqual([person(2)])
    now += 23 * hour
    expect((await names.namesOf([person(1)])).get(person(1))?.name).toBe('ada.eth')
    await expect.poll(() => node.asked.length).toBe(4)
  })

  test('expire while they are kept', async () => {
    let now = 1_700_000_000_000
    const node = fakeNode({ [person(1)]: { name: 'ada.eth', expiresAt: now / 1_000 + 60 } })
    const names = namesOver(await createStore(), node, { now: () => now })
    expect((await names.nameOf(person(1)))?.isExpired).toBe(false)
    now += 60_000
    expect((await names.namesOf([person(1)])).get(person(1))?.isExpired).toBe(true)
  })

  test('never hold a page up: a slow node is waited for as long as the caller allows', async () => {
    const node = fakeNode({ [person(1)]: ada })
    const { promise, resolve: release } = Promise.withResolvers<void>()
    node.held = promise
    const passed = { now: () => 0, wait: async () => {} }
    const names = namesOver(await createStore(), node, { clock: passed })
    expect(await names.namesOf([person(1)])).toEqual(new Map())
    expect(await names.nameOf(person(1))).toBeUndefined()
    release()
    await expect.poll(async () => (await names.nameOf(person(1)))?.name).toBe('ada.eth')
  })

  test('are not asked of a node that is away for half a minute', async () => {
    let now = 1_700_000_000_000
    const node = fakeNode({ [person(1)]: ada })
    node.isAway = true
    const names = namesOver(await createStore(), node, { now: () => now })
    expect(await names.nameOf(person(1))).toBeUndefined()
    await names.namesOf([person(1), person(2)])
    expect(await names.nameOf(person(2))).toBeUndefined()
    expect(node.asked).toHaveLength(1)
    node.isAway = false
    now += 31_000
    expect((await names.nameOf(person(1)))?.name).toBe('ada.eth')
  })

  test('are asked in bounded batches, of a bounded queue', async () => {
    const node = fakeNode({})
    const names = namesOver(await createStore(), node)
    await names.namesOf(Array.from({ length: 3_000 }, (_, index) => person(index)))
    await expect.poll(() => node.asked.flat().length).toBe(1_000)
    expect(node.asked.every(({ length }) => length <= 40)).toBe(true)
  })

  test('keep a bounded number of rows, the newest', async () => {
    const store = await createStore()
    const stored = createStoredNames(store, ethereum, 10)
    const row = (readAt: number) => ({ name: null, expiresAt: null, blockNumber: 1, readAt, dueAt: 0 })
    for (let readAt = 1; readAt <= 30; readAt++)
      await createStoredNames(store, ethereum, 10).write(new Map([[person(readAt), row(readAt)]]))
    const kept = await stored.read(Array.from({ length: 31 }, (_, index) => person(index)))
    expect([...kept.keys()].sort()).toEqual(Array.from({ length: 10 }, (_, index) => person(21 + index)).sort())
  })
})

describe('labels in answers', () => {
  const createStore = evmStores('sqlite')
  const named = async (known: Record<Hex, PrimaryName>) => {
    const names = createWalletNames({
      reader: fakeNode(known),
      stored: createStoredNames(await createStore(), ethereum, 1_000),
      log: { warn: () => {} },
    })
    open.push(names)
    for (const address of Object.keys(known)) await names.nameOf(address)
    return names
  }

  test('are names where the operator has none, at any depth, and the answer itself stays as it is', async () => {
    const names = await named({ [person(1)]: ada, [person(2)]: { name: 'bob.eth', expiresAt: null } })
    const answer = {
      cursor: null,
      result: [
        { from_address: person(1), from_address_label: null, to_address: person(2), to_address_label: 'Exchange' },
        { from_address: person(3), from_address_label: null, spender: { address: person(2), address_label: null } },
      ],
      method_label: null,
    }
    const before = structuredClone(answer)
    const service = withWalletNames({ list: async () => answer }, names)
    expect(await service.list()).toEqual({
      ...before,
      result: [
        { ...before.result[0], from_address_label: 'ada.eth' },
        { ...before.result[1], spender: { address: person(2), address_label: 'bob.eth' } },
      ],
    })
    expect(answer).toEqual(before)
  })

  test('are never expired or deceptive names', async () => {
    const names = await named({
      [person(1)]: { name: 'lapsed.eth', expiresAt: 1_600_000_000 },
      [person(2)]: { name: 'vita1ik.eth', expiresAt: null },
    })
    const row = { result: [1, 2].map((index) => ({ owner: person(index), owner_label: null })) }
    expect(await withWalletNames({ list: async () => row }, names).list()).toEqual(row)
  })
})
