import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import * as viemChains from 'viem/chains'
import * as z from 'zod'
import { ownContracts } from './own-contracts.ts'

/*
 * Writes lib/evm/labels/well-known-contracts.csv: names of contracts by chain and address.
 *     node tests/contract-collector/collect.ts
 */
const safe = '@safe-global/safe-deployments@1.37.63'
const uniswap = '@uniswap/sdk-core@7.19.4'
const viemVersion = 'viem@2.57.1'
const target = join(import.meta.dirname, '../../lib/evm/labels/well-known-contracts.csv')

const uniswapNames: Record<string, [kind: string, name: string]> = {
  v3CoreFactoryAddress: ['exchange', 'factory 3'],
  quoterAddress: ['exchange', 'quoter'],
  v3MigratorAddress: ['exchange', 'migrator 3'],
  nonfungiblePositionManagerAddress: ['exchange', 'positions 3'],
  swapRouter02Address: ['router', 'router 3'],
  v4PoolManagerAddress: ['exchange', 'pool manager 4'],
  v4PositionManagerAddress: ['exchange', 'positions 4'],
}

const bridgeNames: Record<string, string> = {
  portal: 'portal',
  l1StandardBridge: 'bridge',
  l2OutputOracle: 'output oracle',
  disputeGameFactory: 'dispute game factory',
  l2StandardBridge: 'L2 bridge',
  l2Erc721Bridge: 'L2 NFT bridge',
  l2CrossDomainMessenger: 'L2 messenger',
  l2ToL1MessagePasser: 'L2 message passer',
  gasPriceOracle: 'gas price oracle',
  l1Block: 'L1 block',
  ensRegistry: 'ENS: registry',
  ensUniversalResolver: 'ENS: universal resolver',
}

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'contracts-'))
/** By `chain,address`; the first name of an address stays. */
const lines = new Map<string, string>()
const add = (chain: number | '*', address: string, kind: string, name: string, source: string): void => {
  const key = `${chain},${address.toLowerCase()}`
  if (!lines.has(key) && !lines.has(`*,${address.toLowerCase()}`)) lines.set(key, `${key},${kind},${name},${source}`)
}

try {
  for (const { chain, address, kind, name, source } of ownContracts) add(chain ?? '*', address, kind, name, source)
  await addSafe(await unpack(safe))
  await addUniswap(await unpack(uniswap))
  addBridges()
} finally {
  await rm(folder, { recursive: true })
}

const order = ([a]: [string, string], [b]: [string, string]): number => {
  const [chainA = '', addressA = ''] = a.split(',')
  const [chainB = '', addressB = ''] = b.split(',')
  return (Number(chainA) || 0) - (Number(chainB) || 0) || (addressA < addressB ? -1 : 1)
}
const date = new Date().toISOString().slice(0, 10)
const sorted = [...lines].sort(order).map(([, line]) => line)
await writeFile(
  target,
  `# Collected on ${date} by tests/contract-collector/collect.ts: chain (* for every one),address,kind,name,source\n${sorted.join('\n')}\n`,
)
console.log(`${sorted.length} contracts`)

async function unpack(spec: string): Promise<string> {
  const into = await mkdtemp(join(folder, 'package-'))
  const { stdout } = await run('npm', ['pack', spec, '--silent', '--pack-destination', into])
  await run('tar', ['-xzf', join(into, stdout.trim().split('\n').at(-1) ?? ''), '-C', into, '--no-same-owner'])
  return join(into, 'package')
}

/** Contracts of Safe: those with the canonical address have it on every chain. */
async function addSafe(root: string): Promise<void> {
  const deployment = z.object({
    contractName: z.string(),
    version: z.string(),
    deployments: z.record(z.string(), z.object({ address: z.string() })),
  })
  const assets = join(root, 'dist/assets')
  for (const file of (await readdir(assets, { recursive: true })).filter((name) => name.endsWith('.json')).sort()) {
    const read = deployment.safeParse(JSON.parse(await readFile(join(assets, file), 'utf8')))
    if (!read.success) continue
    const { contractName, version, deployments } = read.data
    const name = contractName.replace(/^(Gnosis)?Safe(?=L2$|$)/, 'Singleton').replace(/^(Gnosis)?Safe/, '')
    const words = name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace('L2', ' L2 ')
      .replace(/ +/g, ' ')
      .trim()
    for (const { address } of Object.values(deployments)) add('*', address, 'wallet', `Safe: ${words} ${version}`, safe)
  }
}

async function addUniswap(root: string): Promise<void> {
  const byChain = z.record(z.string(), z.string())
  const addresses: unknown = await import(pathToFileURL(join(root, 'dist/cjs/src/addresses.js')).href)
  const { CHAIN_TO_ADDRESSES_MAP, V2_FACTORY_ADDRESSES, V2_ROUTER_ADDRESSES, SWAP_ROUTER_02_ADDRESSES } = z
    .object({
      CHAIN_TO_ADDRESSES_MAP: z.record(z.string(), z.record(z.string(), z.string().optional())),
      V2_FACTORY_ADDRESSES: byChain,
      V2_ROUTER_ADDRESSES: byChain,
      SWAP_ROUTER_02_ADDRESSES: z.custom<(chain: number) => string>((value) => typeof value === 'function'),
    })
    .parse(addresses)
  for (const [chain, of] of Object.entries(CHAIN_TO_ADDRESSES_MAP)) {
    for (const [key, [kind, name]] of Object.entries(uniswapNames)) {
      const address = of[key]
      if (address) add(Number(chain), address, kind, `Uniswap: ${name}`, uniswap)
    }
    add(Number(chain), SWAP_ROUTER_02_ADDRESSES(Number(chain)), 'router', 'Uniswap: router 3', uniswap)
  }
  for (const [chain, address] of Object.entries(V2_FACTORY_ADDRESSES))
    add(Number(chain), address, 'exchange', 'Uniswap: factory 2', uniswap)
  for (const [chain, address] of Object.entries(V2_ROUTER_ADDRESSES))
    add(Number(chain), address, 'router', 'Uniswap: router 2', uniswap)
}

/** Bridges of rollups, on the chain that they settle on and on their own; of chains that are not for tests. */
function addBridges(): void {
  const at = z.object({ address: z.string() })
  const contract = z.union([at, z.record(z.string(), at)])
  for (const { id, name, testnet, contracts = {} } of Object.values(viemChains)) {
    if (testnet) continue
    for (const [key, value] of Object.entries(contracts)) {
      const words = bridgeNames[key]
      const read = contract.safeParse(value)
      if (!words || !read.success) continue
      const title =
        words.startsWith('ENS') || words.startsWith('L2') || words.startsWith('L1') ? words : `${name}: ${words}`
      const single = at.safeParse(read.data)
      if (single.success) add(id, single.data.address, 'bridge', title.replaceAll(',', ''), viemVersion)
      else
        for (const [chain, { address }] of Object.entries(z.record(z.string(), at).parse(read.data)))
          add(Number(chain), address, 'bridge', title.replaceAll(',', ''), viemVersion)
    }
  }
}
