import { expect, test } from 'vitest'
import { createServedChains } from '#lib/evm/chain/served/served.ts'

const served = createServedChains([{ name: 'polygon' }, { name: 'eth' }, { name: 'local', id: 31_337 }])

test('a request names a chain by name or hex id, in any case', () => {
  for (const name of ['polygon', '0x89', 'POLYGON', '0X89']) expect(served.resolve(name).name).toBe('polygon')
  expect(served.resolve('local')).toMatchObject({ name: 'local', id: 31_337, source: 'index' })
  expect(served.resolve('0x7a69').name).toBe('local')
})

test('without a chain, eth is the default, or the first one', () => {
  expect(served.resolve(undefined).name).toBe('eth')
  expect(createServedChains([{ name: 'bsc' }, { name: 'polygon' }]).resolve(undefined).name).toBe('bsc')
  expect(() => createServedChains([]).resolve(undefined)).toThrow(
    expect.objectContaining({ code: 'chain_not_served', message: expect.stringContaining('NODE_URL_ETH') }),
  )
})

test('a known chain that is not served names the variable to set', () => {
  const error = {
    code: 'chain_not_served',
    message: 'Avalanche is not indexed here. Set NODE_URL_AVALANCHE to index Avalanche here.',
  }
  expect(() => served.resolve('avalanche')).toThrow(expect.objectContaining(error))
  expect(() => served.resolve('0xa86a')).toThrow(expect.objectContaining(error))
  expect(() => served.resolve('bsc-testnet')).toThrow(
    expect.objectContaining({ message: expect.stringContaining('NODE_URL_BSC_TESTNET') }),
  )
  expect(() => createServedChains([{ name: 'eth' }]).resolve('local')).toThrow(
    expect.objectContaining({ message: expect.stringContaining('NODE_URL_LOCAL') }),
  )
})

test('an unknown chain is refused with the accepted names', () => {
  expect(() => served.resolve('0x7a70')).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringMatching(/^chain .*local \(0x7a69\).*arbitrum/),
    }),
  )
})

test('a devnet with the id of a public chain can be requested by that id, unless the public chain is served', () => {
  const fork = createServedChains([{ name: 'local', id: 1 }])
  expect(fork.resolve('0x1').name).toBe('local')
  expect(fork.resolve(undefined).name).toBe('local')
  expect(() => createServedChains([{ name: 'eth' }, { name: 'local', id: 1 }])).toThrow('both chain 1')
})
