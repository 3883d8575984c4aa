import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { mainnetEns } from '#lib/evm/ens/ens-contracts.ts'
import { createEnsReader } from '#lib/evm/ens/ens-reader.ts'
import { createStoredNames } from '#lib/evm/ens/stored-names.ts'
import { createWalletNames } from '#lib/evm/ens/wallet-names.ts'
import type { WalletNames } from '#lib/evm/query/name-port.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { type EnsChain, startEnsChain } from './ens-chain.ts'

const person = (index: number): Hex => `0x${(0xa11ce00 + index).toString(16).padStart(40, '0')}`
const now = Math.floor(Date.now() / 1_000)
const later = now + 365 * 86_400

let chain: EnsChain
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  chain = await startEnsChain()
  for (const [index, name, expiry] of [
    [1, 'ada.eth', later],
    [2, 'lapsed.eth', now - 100 * 86_400],
    [3, 'vita1ik.eth', later],
  ] as const) {
    await chain.register(name, { address: person(index), expiry })
    await chain.claim(person(index), name)
  }
}, 60_000)

afterAll(async () => {
  for (const one of open) await one.close()
  await chain?.stop()
})

describe('endpoints of names', () => {
  const createStore = evmStores('sqlite')
  const started = async (transport: RpcTransport | undefined) => {
    const store = await createStore()
    let names: WalletNames | undefined
    if (transport) {
      const reader = createEnsReader(createPool([transport]), { contracts: mainnetEns, addressMs: 300 })
      const created = createWalletNames({ reader, stored: createStoredNames(store, 1, 1_000), log: { warn: () => {} } })
      open.push(created)
      names = created
    }
    return evmServices(store, { names, served: createServedChains([{ name: 'eth' }]), now: Date.now })
  }
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: unknown) => (error instanceof ServiceError ? error.code : error),
    )

  test('resolve both ways, and know neither expired names nor missing ones', async () => {
    const { evm, explorer } = await started(chain.anvil.transport())
    expect(await evm.resolveEnsDomain({ domain: 'Ada.ETH' })).toEqual({ address: person(1) })
    expect(await evm.resolveAddress({ address: person(1) })).toEqual({ name: 'ada.eth' })
    for (const domain of ['lapsed.eth', 'nobody.eth', 'not a name', 'ada', '..eth'])
      expect(await codeOf(evm.resolveEnsDomain({ domain }))).toBe('not_found')
    for (const address of [person(2), person(9)])
      expect(await codeOf(evm.resolveAddress({ address }))).toBe('not_found')
    expect(await explorer.evmAddressName({ address: person(2) })).toMatchObject({
      status: 'known',
      name: { name: 'lapsed.eth', is_expired: true },
    })
    expect(await explorer.evmAddressName({ address: person(3) })).toMatchObject({
      name: { name: 'vita1ik.eth', warning: 'look_alike' },
    })
    expect(await explorer.evmAddressName({ address: person(9) })).toEqual({ status: 'none', name: null })
  })

  test('search finds the address of a name, and says what is wrong with others', async () => {
    const { explorer } = await started(chain.anvil.transport())
    const search = (q: string) => explorer.evmSearch({ q })
    expect(await search(' ADA.eth ')).toMatchObject({
      result: [{ type: 'address', chain: 'eth', value: person(1), title: 'ada.eth on Ethereum' }],
      name: { status: 'resolved', name: 'ada.eth', address: person(1), warning: null },
    })
    expect(await search('vita1ik.eth')).toMatchObject({ name: { status: 'resolved', warning: 'look_alike' } })
    expect(await search('lapsed.eth')).toMatchObject({ result: [], name: { status: 'expired', address: person(2) } })
    expect(await search('nobody.eth')).toMatchObject({ result: [], name: { status: 'unknown', address: null } })
    for (const q of ['yearn.finance', 'ada eth', 'a token. of course']) expect(await search(q)).toEqual({ result: [] })
  })

  test('say that no node is configured for names', async () => {
    const { evm, explorer } = await started(undefined)
    expect(await codeOf(evm.resolveAddress({ address: person(1) }))).toBe('chain_not_served')
    expect(await codeOf(evm.resolveEnsDomain({ domain: 'ada.eth' }))).toBe('chain_not_served')
    expect(await explorer.evmAddressName({ address: person(1) })).toEqual({ status: 'off', name: null })
    expect(await explorer.evmSearch({ q: 'ada.eth' })).toMatchObject({ result: [], name: { status: 'off' } })
  })

  test('answer within their limits while the node does not', async () => {
    const stuck: RpcTransport = {
      name: 'stuck',
      send: (_, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    }
    const { evm, explorer } = await started(stuck)
    expect(await explorer.evmAddressName({ address: person(1) })).toEqual({ status: 'pending', name: null })
    expect(await codeOf(evm.resolveEnsDomain({ domain: 'ada.eth' }))).toBe('upstream_timeout')
    expect(await explorer.evmSearch({ q: 'ada.eth' })).toMatchObject({ result: [], name: { status: 'failed' } })
  })
})
