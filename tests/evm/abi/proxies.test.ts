import { type Abi, encodeDeployData, encodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { type ImplementationPoint, implementationsAt, withPoint } from '#lib/evm/abi/abi-index.ts'
import { createImplementations } from '#lib/evm/abi/implementations.ts'
import { proxyCode } from '#lib/evm/abi/proxy-code.ts'
import { readImplementations } from '#lib/evm/abi/read-implementations.ts'
import type { BuiltInAbis } from '#lib/evm/abi/sources/contract-abis.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { askReplaced } from '#lib/evm/chain/stored/asked-contracts.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { askChanged } from '#lib/evm/token-metadata/ask-again.ts'
import type { Store } from '#lib/store/store.ts'
import { compileContracts } from '#tests/demo-recorder/evm/compile.ts'
import { evmServices, walletInput } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { patientClock } from './patient-clock.ts'

const signal = new AbortController().signal
const target: Hex = `0x${'7a'.repeat(20)}`
const other: Hex = `0x${'7b'.repeat(20)}`
const word = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`

let anvil: Anvil
let pool: NodePool
beforeAll(async () => {
  anvil = await startAnvil(['--chain-id', '1', '--no-mining', '--order', 'fifo'])
  pool = createPool([anvil.transport()])
})
afterAll(async () => {
  await anvil.stop()
})
const mine = () => anvil.rpc('evm_mine')
const head = async (): Promise<number> => Number(await anvil.rpc('eth_blockNumber'))

/** It forwards to whatever its first slot holds, as no standard says. */
const forwarder = '0x365f5f375f5f365f5f545af400'
/** Gives the same words for every call; the DELEGATECALL behind its RETURN is never reached. */
const constant = (words: readonly string[]): Hex => {
  const size = (32 * words.length).toString(16).padStart(2, '0')
  return `0x60${size}600b5f3960${size}5ff3f4${words.map((one) => one.replace(/^0x/, '').padStart(64, '0')).join('')}`
}

describe('the implementation of a proxy', () => {
  let places = 0
  const put = async (code: Hex, storage: Record<Hex, Hex> = {}): Promise<Hex> => {
    const address: Hex = `0x${(++places).toString(16).padStart(40, 'e')}`
    await anvil.rpc('anvil_setCode', [address, code])
    for (const [slot, value] of Object.entries(storage)) await anvil.rpc('anvil_setStorageAt', [address, slot, value])
    return address
  }
  const ask = async (...addresses: Hex[]) => {
    await mine()
    const block = await head()
    const { points } = await readImplementations(
      pool,
      addresses.map((address) => ({ address, block })),
      signal,
    )
    return addresses.map((address) => {
      const found = points.find((point) => point.address === address)
      return found && [found.point.kind, ...found.point.implementations]
    })
  }
  const hex = target.slice(2)

  test('is read from the bytecode of clones and of EIP-7702 accounts', async () => {
    const codes: Hex[] = [
      `0x363d3d373d3d3d363d73${hex}5af43d82803e903d91602b57fd5bf3`,
      // An address with zeros in front, in a shorter PUSH.
      '0x363d3d373d3d3d363d6f7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a5af43d82803e903d91602b57fd5bf3',
      // Solady and ERC-7511.
      `0x3d3d3d3d363d3d37363d73${hex}5af43d3d93803e602a57fd5bf3`,
      `0x365f5f375f5f365f73${hex}5af43d5f5f3e5f3d91602a57fd5bf3`,
      `0xef0100${hex}`,
    ]
    const addresses = await Promise.all(codes.map((code) => put(code)))
    expect(await ask(...addresses)).toEqual([
      ['eip1167', target],
      ['clone', '0x000000007a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a'],
      ['clone', target],
      ['clone', target],
      ['eip7702', target],
    ])
  })

  test('is read from the standard storage slots', async () => {
    const beacon = await put(constant([target]))
    const slots: [Hex, Hex][] = [
      ['0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc', target],
      ['0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7', target],
      ['0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50', beacon],
      ['0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3', target],
    ]
    const addresses = await Promise.all(slots.map(([slot, value]) => put(forwarder, { [slot]: word(value) })))
    expect(await ask(...addresses)).toEqual([
      ['eip1967', target],
      ['eip1822', target],
      ['eip1967_beacon', target],
      ['zeppelinos', target],
    ])
  })

  test('is read from the getters of Safe wallets, diamonds and older proxies', async () => {
    const safe = await put(`${forwarder}7fa619486e${'00'.repeat(28)}`, { [word('0x0')]: word(target) })
    const diamond = await put(constant(['20', '2', target, other]))
    const old = await put(constant([target]))
    expect(await ask(safe, diamond, old)).toEqual([
      ['safe', target],
      ['eip2535', target, other],
      ['eip897', target],
    ])
    expect(toFunctionSelector('facetAddresses()')).toBe('0x52ef6b2c')
    expect(toFunctionSelector('getImplementation()')).toBe('0xaaf10f42')
    expect(toFunctionSelector('comptrollerImplementation()')).toBe('0xbb82aa5e')
  })

  test('is none for accounts, plain code, itself, and code that only looks like a proxy', async () => {
    const account: Hex = `0x${'ac'.repeat(20)}`
    const plain = await put('0x60f46001015f5260205ff3')
    const empty = await put(forwarder)
    const rubbish = await put(forwarder, {
      '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc': `0x${'ff'.repeat(32)}`,
    })
    expect(await ask(account, plain, empty, rubbish)).toEqual([['no_code'], ['plain'], ['none'], ['none']])
    const library = toBytes(`0x73${hex}5af4${'5b'.repeat(400)}`)
    expect(proxyCode(library)).toEqual({ kind: 'forwarding', isSafe: false })
  })

  test('is read per block, or at the newest block when older state is pruned', async () => {
    const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
    const proxy = await put(forwarder, { [slot]: word(target) })
    await mine()
    const before = await head()
    await mine()
    await anvil.rpc('anvil_setStorageAt', [proxy, slot, word(other)])
    await mine()
    const contracts = [before, before + 2].map((block) => ({ address: proxy, block }))
    const { points } = await readImplementations(pool, contracts, signal)
    expect(points.map(({ point }) => [point.block, ...point.implementations])).toEqual([
      [before, target],
      [before + 2, other],
    ])

    const pruned: RpcTransport = {
      name: 'pruned',
      send: async (calls, abort) => {
        const answers = await anvil.transport().send(calls, abort)
        return calls.map(({ method, params }, at) => {
          const isOld = method !== 'eth_blockNumber' && params.at(-1) !== 'latest'
          const answer = answers[at] ?? { result: null }
          return isOld ? { error: { code: -32000, message: 'missing trie node 0xab (path )' } } : answer
        })
      },
    }
    const fromPruned = await readImplementations(createPool([pruned]), contracts, signal)
    expect(fromPruned.missingUpTo).toBe(before)
    expect(new Set(fromPruned.points.map(({ point }) => [point.block, ...point.implementations].join()))).toEqual(
      new Set([[await head(), other].join()]),
    )
  })

  test('is unknown when the node fails', async () => {
    const failing: RpcTransport = {
      name: 'failing',
      send: async (calls) => calls.map(() => ({ error: { code: -32601, message: 'method not found' } })),
    }
    const contracts = [{ address: target, block: 1 }]
    expect(await readImplementations(createPool([failing]), contracts, signal)).toEqual({
      points: [],
      missingUpTo: undefined,
    })
  })
})

describe('known implementation points', () => {
  const at = (block: number, ...implementations: Hex[]) => ({ block, kind: 'eip1967', implementations })

  test('the implementation between two points is certain only if both are equal', () => {
    const points = [at(10, target), at(20, target), at(30, other)]
    expect(implementationsAt(points, 15)).toEqual({ point: at(10, target), isCertain: true })
    expect(implementationsAt(points, 20)).toMatchObject({ isCertain: true })
    expect(implementationsAt(points, 25)).toEqual({ point: at(20, target), isCertain: false })
    expect(implementationsAt(points, 5)).toEqual({ point: at(10, target), isCertain: false })
    expect(implementationsAt(points, 35)).toEqual({ point: at(30, other), isCertain: false })
    expect(implementationsAt([], 5)).toEqual({ point: undefined, isCertain: false })
    expect(implementationsAt([{ ...at(10, target), kind: 'eip1167' }], 99)).toMatchObject({ isCertain: true })
  })

  test('only the first and the last of consecutive equal points are kept', () => {
    let points: readonly ImplementationPoint[] = [at(10, target)]
    for (const block of [40, 20, 60, 50]) points = withPoint(points, at(block, target))
    expect(points).toEqual([at(10, target), at(60, target)])
    expect(withPoint(points, at(30, other))).toEqual([at(10, target), at(30, other), at(60, target)])
    expect(withPoint(points, at(60, other))).toEqual([at(10, target), at(60, other)])
  })
})

describe.each(dialects)('an upgrade between two blocks, indexed on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const contracts = compileContracts()
  const named = (name: string) => {
    const contract = contracts.get(name)
    if (!contract) throw new Error(`no contract ${name}`)
    return contract
  }
  const receiptSchema = z.object({
    contractAddress: z.string().nullable(),
    blockNumber: z.string().transform(Number),
    status: z.string(),
  })
  let owner: Hex
  beforeAll(async () => {
    owner = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))[dialect === 'sqlite' ? 1 : 2] as Hex
  })
  const send = async (transaction: { to?: Hex; data: Hex; value?: Hex }) => {
    const hash = String(await anvil.rpc('eth_sendTransaction', [{ from: owner, gas: '0x300000', ...transaction }]))
    await mine()
    return { hash, ...receiptSchema.parse(await anvil.rpc('eth_getTransactionReceipt', [hash])) }
  }
  const deploy = async (name: string, args: readonly unknown[] = []): Promise<Hex> => {
    const { abi, bytecode } = named(name)
    const { contractAddress } = await send({ data: encodeDeployData({ abi, bytecode, args }) })
    return contractAddress as Hex
  }

  const vault = async () => {
    const one = await deploy('HarborVault')
    const two = await deploy('HarborVaultTwo')
    const initialize = encodeFunctionData({
      abi: named('HarborVault').abi,
      functionName: 'initialize',
      args: [target, owner],
    })
    const proxy = await deploy('VaultProxy', [one, initialize])
    const tip = () =>
      send({
        to: proxy,
        data: encodeFunctionData({ abi: named('HarborVaultTwo').abi, functionName: 'tip' }),
        value: '0x5',
      })
    const tooEarly = await tip()
    const upgrade = encodeFunctionData({
      abi: named('HarborVault').abi as Abi,
      functionName: 'upgradeToAndCall',
      args: [two, '0x'],
    })
    const upgraded = await send({ to: proxy, data: upgrade })
    const tipped = await tip()
    const builtIn: BuiltInAbis = {
      chain: 1,
      read: async () => [
        { address: one, abi: named('HarborVault').abi },
        { address: two, abi: named('HarborVaultTwo').abi },
        { address: proxy, abi: named('VaultProxy').abi },
      ],
    }
    return { one, two, proxy, tooEarly, upgraded, tipped, builtIn }
  }

  const index = async (final: number): Promise<Store<EvmTables>> => {
    const store = await createStore()
    const blocks = await createEvmReader(pool, { finalityBlocks: 0, checkBloom: true }).blocks(0, await head())
    await createEvmIndex(store, 1, { from: 0 }).append(blocks, { latest: await head(), finalized: final })
    return store
  }

  test('decodes calls and logs with the implementation at their block, and stores it', async () => {
    const { one, two, proxy, tooEarly, upgraded, tipped, builtIn } = await vault()
    const store = await index(await head())
    const abis = createEvmAbis({ store, builtIn, poolOf: () => pool, log: { warn: () => {} }, clock: patientClock })
    const { evm } = evmServices(store, { abis })
    const { result } = await evm.walletTransactionsVerbose(walletInput(owner.toLowerCase()))
    const record = (hash: string) => result.find((one) => one.hash === hash)
    expect(tooEarly.status).toBe('0x0')
    expect(record(tooEarly.hash)).not.toHaveProperty('decoded_call')
    expect(record(upgraded.hash)?.decoded_call?.signature).toBe('upgradeToAndCall(address,bytes)')
    expect(record(upgraded.hash)?.logs.map(({ decoded_event }) => decoded_event?.label)).toEqual(['Upgraded'])
    expect(record(tipped.hash)?.decoded_call).toMatchObject({ label: 'tip', params: [] })
    expect(record(tipped.hash)?.logs[0]?.decoded_event).toMatchObject({ signature: 'Tipped(address,uint256)' })

    const single = await evm.transactionVerbose({ transaction_hash: tipped.hash })
    expect(single).toEqual(record(tipped.hash))
    const rows = await store.db
      .selectFrom('evm_proxies')
      .selectAll()
      .where('address', '=', toBytes(proxy))
      .orderBy('block_number')
      .execute()
    const points = rows.map(({ kind, implementations }) => [kind, `0x${Buffer.from(implementations).toString('hex')}`])
    expect(points).toContainEqual(['eip1967', one.toLowerCase()])
    expect(points).toContainEqual(['eip1967', two.toLowerCase()])

    // A process without a node reads what the first one learnt.
    const later = createEvmAbis({ store, builtIn, log: { warn: () => {} }, clock: patientClock })
    const again = await evmServices(store, { abis: later }).evm.transactionVerbose({ transaction_hash: tipped.hash })
    expect(again).toEqual(single)
    await Promise.all([abis.close(), later.close()])
  })

  test('code that was replaced at its address is read again', async () => {
    const address: Hex = `0x${(dialect === 'sqlite' ? 'c1' : 'c2').repeat(20)}`
    await anvil.rpc('anvil_setCode', [address, '0x60016002'])
    await mine()
    const store = await index(await head())
    let time = 0
    const implementations = createImplementations({ store, now: () => time, signal })
    const kindNow = async () => {
      time += 10_000
      const contract = { address, block: await head() }
      await implementations.learn(1, pool, [contract])
      return implementations.find(1, contract)?.kind
    }
    expect(await kindNow()).toBe('plain')
    await anvil.rpc('anvil_setCode', [
      address,
      `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`,
    ])
    await mine()
    expect(await kindNow()).toBe('plain')
    await askReplaced(store.db, 1, [toBytes(address)], { block: await head(), now: 0 })
    expect(await kindNow()).toBe('eip1167')
  })

  test('what is known of a contract from before a transaction that created it is forgotten', async () => {
    const created = (await deploy('HarborVault')).toLowerCase() as Hex
    const block = await head()
    const store = await index(block)
    const point = { chain: 1, block_number: 1, kind: 'no_code', implementations: new Uint8Array() }
    await store.db
      .insertInto('evm_proxies')
      .values([created, target].map((address) => ({ ...point, address: toBytes(address) })))
      .execute()
    const known = async () => {
      const rows = await store.db.selectFrom('evm_proxies').select('address').execute()
      return rows.map(({ address }) => toHex(address)).sort()
    }
    await askChanged(store.db, 1, 0, { last: block - 1, now: 0 })
    expect(await known()).toEqual([created, target].sort())
    await askChanged(store.db, 1, block, { last: block, now: 0 })
    expect(await known()).toEqual([target])
  })

  test('implementations that a reorg could still change are not stored', async () => {
    const { tipped, proxy, builtIn } = await vault()
    const store = await index(tipped.blockNumber - 1)
    const abis = createEvmAbis({ store, builtIn, poolOf: () => pool, log: { warn: () => {} }, clock: patientClock })
    const known = await abis.knownOf(createServedChains([{ name: 'eth' }]).resolve('eth'), [
      { address: proxy.toLowerCase() as Hex, block: tipped.blockNumber },
    ])
    const indexes = known({ address: proxy.toLowerCase() as Hex, block: tipped.blockNumber })
    expect(indexes.flatMap(({ functions }) => [...functions.values()].flat().map(({ name }) => name))).toContain('tip')
    expect(await store.db.selectFrom('evm_proxies').selectAll().execute()).toEqual([])
    await abis.close()
  })
})
