import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from '#lib/config.ts'

const faultsOf = (environment: Record<string, string>): string[] => {
  try {
    parseConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('configuration', () => {
  test('nothing set means the demo ledger on localhost:3000 over SQLite', () => {
    expect(parseConfig({})).toMatchObject({
      demo: true,
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      databaseUrl: 'sqlite:.data/spyglass.db',
    })
  })

  test('one source for any system ends the demo', () => {
    expect(parseConfig({ NODE_URL_LOCAL: 'http://127.0.0.1:8545' }).demo).toBe(false)
    expect(parseConfig({ APTOS_NODE_URL: 'http://127.0.0.1:8080/v1' }).demo).toBe(false)
    expect(parseConfig({ AUTH_BASE_URL: 'http://127.0.0.1:1', UPSTREAM_API_KEY: 'k' }).demo).toBe(false)
  })

  test('empty variables count as unset', () => {
    expect(parseConfig({ NODE_URL_ETH: '', PORT: ' ' })).toMatchObject({ demo: true, port: 3000 })
  })

  test('a chain starts 5,000 blocks before the head, a devnet at block 0, both as configured otherwise', () => {
    const { evmNodes } = parseConfig({
      NODE_URL_ETH: 'https://a.example/x, https://b.example',
      NODE_URL_LOCAL: 'http://127.0.0.1:8545',
      NODE_URL_POLYGON: 'https://c.example',
      START_BLOCK_POLYGON: 'latest',
      NODE_URL_BSC: 'https://d.example',
      BLOCKS_BSC: '100-200, 300',
    })
    const of = (chain: string) => evmNodes.find((node) => node.chain === chain)
    expect(of('eth')).toMatchObject({
      urls: ['https://a.example/x', 'https://b.example'],
      start: { beforeHead: 5_000 },
    })
    expect(of('local')).toMatchObject({ start: { at: 0 } })
    expect(of('polygon')).toMatchObject({ start: { beforeHead: 0 } })
    expect(of('bsc')).toMatchObject({
      ranges: [
        { first: 100, last: 200 },
        { first: 300, last: 300 },
      ],
    })
  })

  test('every fault is named at once', () => {
    const faults = faultsOf({
      PORT: '0',
      NODE_URL_ETH: 'ws://x',
      NODE_URL_ETHEREUM: 'http://x',
      START_BLOCK_ETH: 'soon',
      BLOCKS_ETH: '9-3',
      DATABASE_URL: 'mysql://x',
      API_KEYS: 'nameless',
    })
    for (const name of [
      'PORT',
      'NODE_URL_ETH',
      'NODE_URL_ETHEREUM',
      'START_BLOCK_ETH',
      'BLOCKS_ETH',
      'DATABASE_URL',
      'API_KEYS',
    ])
      expect(faults.some((fault) => fault.startsWith(`${name} `))).toBe(true)
  })

  test('a hosted base without the key to it is a fault', () => {
    expect(faultsOf({ EVM_BASE_URL: 'https://hosted.example' })).toEqual([expect.stringContaining('UPSTREAM_API_KEY')])
  })

  test('a fault never repeats a value, which may be a secret', () => {
    const secret = 'hunter2-hunter2'
    const faults = faultsOf({
      API_KEYS: `:${secret}`,
      NODE_URL_ETH: `wss://user:${secret}@x`,
      DATABASE_URL: secret,
      PORT: secret,
    })
    expect(faults).toHaveLength(4)
    expect(faults.join()).not.toContain(secret)
  })
})
