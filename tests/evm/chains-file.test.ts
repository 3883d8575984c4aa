import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openApiDocument } from '#lib/api/openapi.ts'
import { ConfigError, parseConfig } from '#lib/config/config.ts'
import { familyConfigs } from '#lib/config/family-configs.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import { defineOwnChains } from '#lib/evm/api/own-chains.ts'
import { chain as chainParameter } from '#lib/evm/api/params.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { readPasted } from '#lib/recognise/pasted.ts'
import { recognise } from '#lib/recognise/recognise.ts'
import { servedApis } from '#lib/server/served-apis.ts'
import { reservedSlugs } from '#lib/site/reserved-slugs.ts'

const folder = mkdtempSync(join(tmpdir(), 'spyglass-chains-'))
const file = join(folder, 'chains.json')
const mine = { slug: 'my-chain', name: 'My Chain', id: 4242, symbol: 'MINE', nodes: ['http://127.0.0.1:8545'] }

const parse = (entries: unknown, more: Record<string, string> = {}) => {
  writeFileSync(file, typeof entries === 'string' ? entries : JSON.stringify(entries))
  return parseConfig({ CHAINS_FILE: file, ...more })
}
const faultsOf = (entries: unknown): string[] => {
  try {
    parse(entries)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

afterEach(() => defineOwnChains([]))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

describe('a chain of CHAINS_FILE', () => {
  test('is indexed like a built-in one from its start block, and variables with its slug take precedence', () => {
    const all = { ...mine, start: 7, end: 900, contracts: ['0x00000000000000000000000000000000000000AA'], fanout: 'on' }
    expect(parse([all]).families.evm.nodes).toEqual([
      {
        chain: 'my-chain',
        urls: ['http://127.0.0.1:8545'],
        start: { at: 7 },
        end: 900,
        contracts: ['0x00000000000000000000000000000000000000aa'],
        fanout: 'on',
      },
    ])
    const variables = { NODE_URL_MY_CHAIN: 'https://node.example', START_BLOCK_MY_CHAIN: '-20' }
    expect(parse([all], variables).families.evm.nodes).toMatchObject([
      { urls: ['https://node.example'], start: { beforeHead: 20 }, end: 900 },
    ])
    expect(parse([{ ...mine, start: 'latest' }]).families.evm.nodes[0]?.start).toEqual({ beforeHead: 0 })
    expect(parse([mine]).families.evm.nodes[0]?.start).toEqual({ beforeHead: 5_000 })
    expect(parse([{ ...mine, devnet: true }]).families.evm.nodes[0]?.start).toEqual({ at: 0 })
  })

  test('ends demo mode, and its node keys are secrets', () => {
    const { demo, secrets } = parse([{ ...mine, nodes: ['https://node.example/v1/abcdefghijklmnop123'] }])
    expect(demo).toBe(false)
    expect(secrets).toContain('abcdefghijklmnop123')
  })

  test('is accepted by slug or hex id in requests, and listed when another is refused', () => {
    defineOwnChains(parse([mine]).families.evm.ownChains)
    expect(findChain('My-Chain')).toMatchObject({ name: 'my-chain', id: 4242, decimals: 18 })
    for (const written of ['my-chain', 'MY-CHAIN', '0x1092']) expect(chainParameter().parse(written)).toBe('my-chain')
    const served = createServedChains([{ name: 'my-chain' }])
    expect(served.resolve('my-chain').symbol).toBe('MINE')
    expect(served.resolve(undefined).name).toBe('my-chain')
    expect(() => served.resolve('0x7777')).toThrow(/my-chain \(0x1092\)/)
    expect(() => createServedChains([{ name: 'eth' }]).resolve('my-chain')).toThrow(/Set NODE_URL_MY_CHAIN/)
  })

  test('is recognised in searches before an address and in links to this explorer', () => {
    defineOwnChains(parse([mine]).families.evm.ownChains)
    const address = `0x${'ab'.repeat(20)}`
    const found = [{ kind: 'evm-address', chain: 'my-chain', value: address }]
    for (const text of [`my-chain:${address}`, `/my-chain/address/${address}`]) expect(recognise(text)).toEqual(found)
    expect(readPasted(`sent to my-chain:${address} today`).items).toMatchObject([{ candidates: found }])
  })

  test('is in the OpenAPI document, by slug and hex id', () => {
    defineOwnChains(parse([mine]).families.evm.ownChains)
    const document = JSON.stringify(
      openApiDocument({ title: 'x', version: '1', serverUrl: 'http://localhost', apis: servedApis }),
    )
    expect(document).toContain('"my-chain"')
    expect(document).toContain('"0x1092"')
  })
})

describe('an error in CHAINS_FILE is one line with the file, the entry and the reason', () => {
  test.each([
    [
      'a slug with upper-case letters',
      { slug: 'MyChain' },
      'slug must be lower-case letters, digits and single dashes, such as my-chain',
    ],
    ['the name of a page', { slug: 'docs' }, 'slug is the name of a page'],
    ['the name of a page of another family', { slug: 'aptos' }, 'slug is the name of a page'],
    ['a built-in chain', { slug: 'bsc-testnet' }, 'slug is already the name of BNB Testnet'],
    [
      'the id of a built-in chain',
      { id: 1 },
      'id 1 is already the id of Ethereum: set NODE_URL_ETH, or NODE_URL_LOCAL for a local fork of it',
    ],
    ['an id out of range', { id: 2 ** 52 }, `id must be between 1 and ${2 ** 52 - 1}`],
    ['an invalid node', { nodes: ['ws://127.0.0.1'] }, 'nodes.0 must be an http or https URL'],
    ['an invalid start', { start: 'soon' }, 'start must be latest, a block number, or -N for N blocks before the head'],
    ['a colour by name', { colour: 'red' }, 'colour must be a colour such as #3366cc'],
    ['a misspelled field', { symbl: 'X' }, 'has the unknown field symbl'],
    ['a missing icon', { icon: 'no-such.svg' }, 'icon must be the path of a readable picture file or inline SVG'],
    [
      'an SVG with a script',
      { icon: '<svg><script>1</script></svg>' },
      'icon has the element <script>, which is not allowed',
    ],
  ])('%s', (_, fault, reason) => {
    const slug = 'slug' in fault ? fault.slug : mine.slug
    expect(faultsOf([{ ...mine, ...fault }])).toEqual([`CHAINS_FILE ${file}, entry 1 (${slug}): ${reason}`])
  })

  test('a chain without a node', () => {
    const { nodes: _, ...withoutNode } = mine
    expect(faultsOf([withoutNode])).toEqual([
      'CHAINS_FILE lists no node for my-chain: add nodes to its entry, or set NODE_URL_MY_CHAIN',
    ])
    expect(parse([withoutNode], { NODE_URL_MY_CHAIN: 'http://127.0.0.1:1' }).families.evm.nodes).toHaveLength(1)
  })

  test('two chains with the same slug or id, and entries or files of the wrong type', () => {
    const at = (entry: number, reason: string) => `CHAINS_FILE ${file}, entry ${entry} (${reason}`
    expect(faultsOf([mine, { ...mine, id: 5_555 }])).toEqual([at(2, 'my-chain): slug is already the name of My Chain')])
    expect(faultsOf([mine, { ...mine, slug: 'other' }])).toEqual([
      at(2, 'other): id 4242 is already the id of My Chain'),
    ])
    expect(faultsOf([3])).toEqual([`CHAINS_FILE ${file}, entry 1: must be an object`])
    expect(faultsOf({})).toEqual([`CHAINS_FILE ${file} must be a JSON list of at most 100 chains`])
    expect(faultsOf('[')).toEqual([`CHAINS_FILE ${file} is not valid JSON`])
    expect(() => parseConfig({ CHAINS_FILE: join(folder, 'none.json') })).toThrow(/none\.json cannot be read/)
  })
})

test('no slug can shadow a page or a file of the site', () => {
  const folders = readdirSync('app', { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('[') ? [entry.name] : [],
  )
  const slugs = new Set([...reservedSlugs, ...Object.values(familyConfigs).flatMap((family) => family.slugs)])
  expect(folders.filter((name) => !slugs.has(name))).toEqual([])
})
