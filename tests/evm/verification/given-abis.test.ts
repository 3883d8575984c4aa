import { parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { createGivenAbis } from '#lib/evm/verification/given-abis.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

const address: Hex = `0x${'aa'.repeat(20)}`
const eth = createServedChains([{ name: 'eth' }]).resolve('eth')
/** Its dispatcher cannot be read: every function may be one of it. */
const code: Hex = '0x6001'
const abiOf = (...names: string[]) => parseAbi(names.map((name) => `function ${name}()`))
const visitor = { id: 'a visitor', hasKey: false }
const operator = { id: 'config-0', hasKey: true, isOperator: true }

describe.each(dialects)('ABIs that people give, on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const start = async (policy?: 'keys' | 'off') => {
    const store = await createStore()
    let deployed = code
    let now = 1_700_000_000_000
    let left = 3
    const given = createGivenAbis(store, {
      readCodes: async () => new Map([[address, deployed]]),
      policy,
      quota: { take: async () => (left-- > 0 ? 1 : undefined) },
      now: () => now,
    })
    const abis = createEvmAbis({ store, given, log: { warn: () => {} }, now: () => now })
    return {
      given,
      abis,
      give: (names: string[], requester = visitor) =>
        given.give(1, { address, code: deployed, items: abiOf(...names) }, requester),
      read: async () => {
        now += 61_000
        const { interfaces } = await abis.describe(eth, { address, block: 5 })
        return interfaces.map(({ by, given: from, items }) => ({ by, from: from?.by, count: items.length }))
      },
      redeploy: () => {
        deployed = '0x6002'
      },
    }
  }

  test('describe a contract, and decode nothing as known', async () => {
    const { abis, give, read } = await start()
    expect(await give(['one', 'two'])).toMatchObject({ by: 'visitor', functionCount: 2 })
    expect(await read()).toEqual([{ by: 'given', from: 'visitor', count: 2 }])
    const at = { address, block: 5 }
    expect((await abis.knownOf(eth, [at]))(at)).toEqual([])
    expect((await abis.givenOf(eth, [at]))(at)).toHaveLength(1)
  })

  test('are taken from API keys only, or from nobody, as the operator says', async () => {
    const keys = await start('keys')
    await expect(keys.give(['one'])).rejects.toMatchObject({ code: 'forbidden' })
    expect(await keys.give(['one'], operator)).toMatchObject({ by: 'operator' })
    const off = await start('off')
    await expect(off.give(['one'], operator)).rejects.toThrow('GIVEN_ABIS=off')
  })

  test('are replaced by those that name more functions, and by those of the operator', async () => {
    const { give, read } = await start()
    await give(['one', 'two'])
    await expect(give(['one', 'three'])).rejects.toThrow('names no more functions')
    await give(['one'], operator)
    expect(await read()).toEqual([{ by: 'given', from: 'operator', count: 1 }])
    await expect(give(['one', 'two', 'three'])).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('are not used for other code, and can be removed', async () => {
    const { given, give, read, redeploy } = await start()
    await give(['one', 'two'])
    redeploy()
    expect(await read()).toEqual([])
    await give(['one'])
    expect(await read()).toEqual([{ by: 'given', from: 'visitor', count: 1 }])
    expect([await given.remove(1, address), await given.remove(1, address)]).toEqual([true, false])
    expect(await read()).toEqual([])
  })
})
