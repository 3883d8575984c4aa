import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from '#lib/config/config.ts'

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
  test('defaults to the demo ledger on localhost:3000 over SQLite', () => {
    expect(parseConfig({})).toMatchObject({
      demo: true,
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      databaseUrl: 'sqlite:.data/spyglass.db',
    })
  })

  test('leaves demo mode once a source is configured', () => {
    expect(parseConfig({ NODE_URL_LOCAL: 'http://127.0.0.1:8545' }).demo).toBe(false)
    expect(parseConfig({ APTOS_NODE_URL: 'http://127.0.0.1:8080/v1' }).demo).toBe(false)
    expect(parseConfig({ AUTH_BASE_URL: 'http://127.0.0.1:1', UPSTREAM_API_KEY: 'k' }).demo).toBe(false)
  })

  test('indexes Aptos digital assets unless they are switched off', () => {
    expect(parseConfig({}).families.aptos.contents).toContain('digital_assets')
    expect(parseConfig({ APTOS_TOKEN_V2: 'off' }).families.aptos.contents).not.toContain('digital_assets')
    expect(faultsOf({ APTOS_TOKEN_V2: 'yes' })).toEqual(['APTOS_TOKEN_V2 must be on or off'])
  })

  test('indexes Aptos from the head unless a start, an end or ranges are set per network', () => {
    const { aptos } = parseConfig({
      APTOS_NODE_URL: 'http://127.0.0.1:8080/v1',
      APTOS_START_VERSION: '5',
      APTOS_END_VERSION: '900',
      APTOS_TESTNET_VERSIONS: '10-20, 7',
    }).families
    expect(aptos.mainnet).toEqual({ urls: ['http://127.0.0.1:8080/v1'], start: { at: 5 }, end: 900 })
    expect(aptos.testnet).toEqual({
      start: { beforeHead: 0 },
      ranges: [
        { first: 10, last: 20 },
        { first: 7, last: 7 },
      ],
    })
    expect(faultsOf({ APTOS_END_VERSION: '-1', APTOS_VERSIONS: '9-3' })).toEqual([
      'APTOS_END_VERSION must be at least 0',
      'APTOS_VERSIONS has a range that ends before it starts',
    ])
  })

  test('treats empty variables as unset', () => {
    expect(parseConfig({ NODE_URL_ETH: '', PORT: ' ' })).toMatchObject({ demo: true, port: 3000 })
  })

  test('starts a chain 5,000 blocks before the head and a devnet at block 0 unless configured', () => {
    const { nodes } = parseConfig({
      NODE_URL_ETH: 'https://a.example/x, https://b.example',
      NODE_URL_LOCAL: 'http://127.0.0.1:8545',
      NODE_URL_POLYGON: 'https://c.example',
      START_BLOCK_POLYGON: 'latest',
      NODE_URL_BSC: 'https://d.example',
      BLOCKS_BSC: '100-200, 300',
    }).families.evm
    const of = (chain: string) => nodes.find((node) => node.chain === chain)
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

  test('reads each contract once in lower case, and reports an invalid address with its position', () => {
    const contract = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
    const { nodes } = parseConfig({
      NODE_URL_ETH: 'https://a.example',
      CONTRACTS_ETH: `${contract}, ${contract.toLowerCase()},`,
    }).families.evm
    expect(nodes[0]?.contracts).toEqual([contract.toLowerCase()])
    expect(faultsOf({ NODE_URL_ETH: 'https://a.example', CONTRACTS_ETH: `${contract},0x12` })).toEqual([
      'CONTRACTS_ETH entry 2 must be an address: 0x and 40 hex digits',
    ])
    expect(faultsOf({ CONTRACTS_ETHER: contract })).toEqual([expect.stringContaining('does not name a known chain')])
  })

  test('reports every error at once', () => {
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

  test('has defaults for public services, which can be replaced or switched off', () => {
    const { outside } = parseConfig({})
    expect(outside.ipfsGateways[0]).toMatch(/^https:\/\/.*\/ipfs\/$/)
    expect(outside.sourcifyUrl).toMatch(/^https:/)
    expect(outside.signaturesUrl).toBeUndefined()
    expect(parseConfig({ SIGNATURES_URL: 'https://a.example/lookup' }).outside.signaturesUrl).toBe(
      'https://a.example/lookup',
    )
    expect(parseConfig({ ARTIFACTS_DIR: './out' }).outside.artifactsDir).toBe('./out')
    expect(outside).toMatchObject({ solcUrl: undefined, solcDir: '.data/solc' })
    expect(parseConfig({ SOLC_URL: 'https://a.example/bin/' }).outside.solcUrl).toBe('https://a.example/bin')
    expect(
      parseConfig({ IPFS_GATEWAYS: 'http://a.example,http://b.example/ipfs/', ARWEAVE_GATEWAY: 'http://c.example/' })
        .outside,
    ).toMatchObject({
      ipfsGateways: ['http://a.example/ipfs/', 'http://b.example/ipfs/'],
      arweaveGateway: 'http://c.example/',
    })
    expect(parseConfig({ IPFS_GATEWAYS: '', ARWEAVE_GATEWAY: ' ', SOURCIFY_URL: '' }).outside).toMatchObject({
      ipfsGateways: [],
      arweaveGateway: undefined,
      sourcifyUrl: undefined,
    })
    expect(faultsOf({ OUTBOUND_ALLOW: '10.0.0.0/8,media.intranet:8080,10.0.0.0/99', SOURCIFY_URL: 'x' })).toHaveLength(
      2,
    )
  })

  test('marks blocks that fail a check, unless set to refuse them or to skip checks', () => {
    expect(parseConfig({}).families.evm.blockChecks).toBe('mark')
    expect(parseConfig({ BLOCK_CHECKS: 'refuse' }).families.evm.blockChecks).toBe('refuse')
    expect(faultsOf({ BLOCK_CHECKS: 'yes' })).toEqual(['BLOCK_CHECKS must be mark, refuse or off'])
  })

  test('takes a public node per chain, which must be a URL', () => {
    const urls = { NODE_URL_ETH: 'http://127.0.0.1:8545', PUBLIC_NODE_URL_ETH: 'https://node.example/rpc' }
    expect(parseConfig(urls).families.evm.nodes).toMatchObject([{ publicUrl: 'https://node.example/rpc' }])
    expect(faultsOf({ ...urls, PUBLIC_NODE_URL_ETH: 'node.example' })).toEqual([
      expect.stringContaining('PUBLIC_NODE_URL_ETH'),
    ])
    expect(faultsOf({ ...urls, PUBLIC_NODE_URL_ETHER: 'https://node.example' })).toEqual([
      expect.stringContaining('does not name a known chain'),
    ])
  })

  test('keeps internal transfers of the chains whose traces are set to values', () => {
    const urls = { NODE_URL_ETH: 'http://127.0.0.1:8545', NODE_URL_POLYGON: 'http://127.0.0.1:8546' }
    const { nodes } = parseConfig({ ...urls, TRACES_ETH: 'values' }).families.evm
    expect(nodes.map(({ chain, traces }) => [chain, traces])).toEqual([
      ['eth', 'values'],
      ['polygon', undefined],
    ])
    expect(faultsOf({ ...urls, TRACES_ETH: 'all' })).toEqual(['TRACES_ETH must be values or off'])
    expect(faultsOf({ ...urls, TRACES_ETHEREUM: 'values' })).toEqual([expect.stringContaining('TRACES_ETHEREUM')])
  })

  test('keeps lists by wallet and token for the chains whose fanout is on', () => {
    const urls = { NODE_URL_ETH: 'http://127.0.0.1:8545', NODE_URL_POLYGON: 'http://127.0.0.1:8546' }
    const { nodes } = parseConfig({ ...urls, FANOUT_ETH: 'on' }).families.evm
    expect(nodes.map(({ chain, fanout }) => [chain, fanout])).toEqual([
      ['eth', 'on'],
      ['polygon', undefined],
    ])
    expect(faultsOf({ ...urls, FANOUT_ETH: 'yes' })).toEqual(['FANOUT_ETH must be on or off'])
    expect(faultsOf({ ...urls, FANOUT_ETHEREUM: 'on' })).toEqual([expect.stringContaining('FANOUT_ETHEREUM')])
  })

  test('reads ENS names through gateways too, unless limited to the chain or switched off', () => {
    expect(parseConfig({}).families.evm.ens).toBe('on')
    expect(parseConfig({ ENS: 'onchain' }).families.evm.ens).toBe('onchain')
    expect(faultsOf({ ENS: 'yes' })).toEqual(['ENS must be on, onchain or off'])
  })

  test('passes transactions of tools on only where the operator says so', () => {
    expect(parseConfig({}).families.evm.sendsTransactions).toBe(false)
    expect(parseConfig({ SEND_TRANSACTIONS: 'on' }).families.evm.sendsTransactions).toBe(true)
  })

  test('lets anyone request indexing of a contract, unless limited to keys or switched off', () => {
    expect(parseConfig({}).families.evm.indexOnDemand).toBe('everyone')
    expect(parseConfig({ INDEX_ON_DEMAND: 'keys' }).families.evm.indexOnDemand).toBe('keys')
    expect(parseConfig({ GIVEN_ABIS: 'off' }).families.evm.givenAbis).toBe('off')
    expect(faultsOf({ GIVEN_ABIS: 'no' })).toEqual(['GIVEN_ABIS must be everyone, keys or off'])
    expect(faultsOf({ INDEX_ON_DEMAND: 'no' })).toEqual(['INDEX_ON_DEMAND must be everyone, keys or off'])
  })

  test('reads lists from a replica of PostgreSQL only', () => {
    const DATABASE_URL = 'postgres://primary/spyglass'
    const DATABASE_READ_URL = 'postgres://reader:long-password@standby/spyglass'
    expect(parseConfig({ DATABASE_URL }).databaseReadUrl).toBeUndefined()
    const config = parseConfig({ DATABASE_URL, DATABASE_READ_URL })
    expect(config.databaseReadUrl).toBe(DATABASE_READ_URL)
    expect(config.secrets).toContain('long-password')
    expect(faultsOf({ DATABASE_READ_URL })).toEqual([
      'DATABASE_READ_URL is a replica of DATABASE_URL, which must be postgres://…',
    ])
    expect(faultsOf({ DATABASE_URL, DATABASE_READ_URL: 'sqlite:a.db' })).toEqual([
      'DATABASE_READ_URL must be postgres://…',
    ])
  })

  test('keeps a chain in a database of its own if one is set, whose password is a secret', () => {
    const url = 'postgres://writer:long-password@ethereum/spyglass?options=-c%20search_path%3Deth'
    const config = parseConfig({ DATABASE_URL_ETH: url, DATABASE_URL_APTOS_TESTNET: 'sqlite:testnet.db' })
    expect(config.chainDatabases).toEqual({
      eth: { variable: 'DATABASE_URL_ETH', url },
      'aptos-testnet': { variable: 'DATABASE_URL_APTOS_TESTNET', url: 'sqlite:testnet.db' },
    })
    expect(config.secrets).toContain('long-password')
    expect(faultsOf({ DATABASE_URL_ETH: 'mysql://secret', DATABASE_URL_POLYGON: 'sqlite::memory:' })).toEqual([
      'DATABASE_URL_ETH must be sqlite:PATH or postgres://…',
      'DATABASE_URL_POLYGON must be sqlite:PATH or postgres://…',
    ])
    expect(faultsOf({ DATABASE_URL_ETHEREUM: 'sqlite:a.db' })).toEqual([
      expect.stringMatching(
        /^DATABASE_URL_ETHEREUM does not name a known chain: use one of ETH, .*LOCAL.*, APTOS_TESTNET$/,
      ),
    ])
  })

  test('limits the gas of simulations to what a large block has, or to less', () => {
    expect(parseConfig({}).families.evm.simulationGasMax).toBe(30_000_000)
    expect(parseConfig({ SIMULATION_GAS: '5000000' }).families.evm.simulationGasMax).toBe(5_000_000)
    expect(faultsOf({ SIMULATION_GAS: '60000000' })).toEqual(['SIMULATION_GAS must be at most 30000000'])
  })

  test('shows no prices, unless they are turned on', () => {
    expect(parseConfig({}).families.evm.hasPrices).toBe(false)
    expect(parseConfig({ PRICES: 'on' }).families.evm.hasPrices).toBe(true)
    expect(faultsOf({ PRICES: 'yes' })).toEqual(['PRICES must be on or off'])
  })

  test('accepts origins, or any origin, for reading the API', () => {
    expect(parseConfig({}).corsOrigins).toBe('*')
    expect(parseConfig({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).corsOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ])
    expect(faultsOf({ CORS_ORIGINS: 'https://a.example,b.example,*' })).toEqual([
      'CORS_ORIGINS entry 2 must be an origin such as https://app.example',
      'CORS_ORIGINS entry 3 must be an origin such as https://app.example',
    ])
  })

  test('requires a metrics token of a minimum length', () => {
    const token = 'a-token-of-the-operator'
    expect(parseConfig({ METRICS_TOKEN: token })).toMatchObject({ metricsToken: token, secrets: [token] })
    expect(faultsOf({ METRICS_TOKEN: 'short' })).toEqual(['METRICS_TOKEN must be 16 to 256 characters without spaces'])
  })

  test('accepts a whole number as the daily limit of hosted calls, unlimited by default', () => {
    expect(parseConfig({}).hosted.callsPerDay).toBeUndefined()
    expect(parseConfig({ UPSTREAM_CALLS_PER_DAY: '40000' }).hosted.callsPerDay).toBe(40_000)
    expect(faultsOf({ UPSTREAM_CALLS_PER_DAY: '0' })).toEqual(['UPSTREAM_CALLS_PER_DAY must be at least 1'])
  })

  test('refuses a hosted base URL without its key', () => {
    expect(faultsOf({ EVM_BASE_URL: 'https://hosted.example' })).toEqual([expect.stringContaining('UPSTREAM_API_KEY')])
  })

  test('never repeats a value, which may be a secret, in an error', () => {
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

test('requires an instance secret of 32 bytes, and never logs it', () => {
  expect(() => parseConfig({ INSTANCE_SECRET: 'too short' })).toThrow('INSTANCE_SECRET must have at least 32 bytes')
  const secret = 'an instance secret of more than 32 bytes'
  const { instanceSecret, secrets } = parseConfig({ INSTANCE_SECRET: secret })
  expect(instanceSecret).toEqual(Buffer.from(secret))
  expect(secrets).toContain(secret)
  expect(parseConfig({}).instanceSecret).toBeUndefined()
})
