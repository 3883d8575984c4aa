/*
 * Collects the logos of chains and of tokens of the bundled list: `public/logos/*.svg`, named by their content, and
 * `lib/logos/logos.json`, which says whose they are. A token is matched by its address, never by its symbol.
 *
 *   node tests/logo-collector/collect.ts
 *
 * The packages of @web3icons are no part of the project (81 MB): npm fetches them. Run it again after the token list has changed.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import tokenList from '#lib/evm/token-metadata/token-list.json' with { type: 'json' }

const version = '4.0.56'
const maxSvgBytes = 6_000
/** Ranks by market value: up to the first, the package's address is enough; up to the second, the token list has to have it too. */
const surelyKnownRank = 400
const maxRank = 1_500

type Token = { filePath: string; marketCapRank?: number; addresses?: Record<string, string>; variants: string[] }
type Network = { id: string; chainId?: number; variants: string[] }

const folder = mkdtempSync(join(tmpdir(), 'logos-'))
execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `@web3icons/core@${version}`])
const packages = join(folder, 'node_modules', '@web3icons')
const load = async (path: string) => await import(pathToFileURL(join(packages, path)).href)
const { networks, tokens }: { networks: Network[]; tokens: Token[] } = await load('common/dist/index.js')

/** Ids of the package's price source for chains whose network has another one. */
const chainsByOtherId: Record<string, number> = {
  'polygon-pos': 137,
  'optimistic-ethereum': 10,
  avalanche: 43114,
  xdai: 100,
  'metis-andromeda': 1088,
}
const chainOfId = new Map<string, number>([
  ...networks.flatMap(({ id, chainId }) => (chainId && chainId > 0 ? [[id, chainId] as const] : [])),
  ...Object.entries(chainsByOtherId),
])

/** Wrapped ether has no logo of its own there; its contracts are those of @uniswap/sdk-core 7.19.4. */
const wrappedEther: Record<number, string> = {
  1: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  10: '0x4200000000000000000000000000000000000006',
  8453: '0x4200000000000000000000000000000000000006',
  42161: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  11155111: '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
}

/** The two forms of Aptos Coin. */
const aptosCoin = ['0x1::aptos_coin::AptosCoin', '0xa']

const target = 'public/logos'
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

/** Writes the logo under the hash of its content; undefined if no logo is safe to send to a browser. */
const keep = async (kind: 'networks' | 'tokens', name: string, variants: string[]): Promise<string | undefined> => {
  const variant = ['background', 'branded'].find((wanted) => variants.includes(wanted))
  if (!variant) return undefined
  const drawn: string | undefined = await load(`core/dist/svgs/${kind}/${variant}/${name}.svg.js`).then(
    (module) => module.default,
    () => undefined,
  )
  if (!drawn || drawn.length > maxSvgBytes || /<(script|style|image|foreignObject)|href=|url\((?!#)|\son/i.test(drawn))
    return undefined
  const svg = drawn.replace(' class="web3icons"', '').replaceAll(/>\s+</g, '><').trim()
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 8)
  const file = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${hash}.svg`
  writeFileSync(join(target, file), svg)
  return file
}

const chains: Record<string, string> = {}
for (const { id, chainId, variants } of networks) {
  const chain = id === 'aptos' ? id : chainId && chainId > 0 && chainId
  const file = chain && (await keep('networks', id, variants))
  if (file) chains[chain] = file
}

const listed = new Map(
  Object.entries(tokenList.chains).map(([chain, lines]) => [chain, new Set(lines.map((line) => line.split('\t')[0]))]),
)
const byChain: Record<string, Record<string, string>> = {}
const note = (chain: string | number, address: string, file: string) => {
  byChain[chain] = { ...byChain[chain], [address]: file }
}
for (const { filePath, marketCapRank = Number.POSITIVE_INFINITY, addresses = {}, variants } of tokens) {
  if (marketCapRank > maxRank) continue
  const wanted = Object.entries(addresses).flatMap(([id, address]) => {
    const chain = chainOfId.get(id)
    const isKnown = marketCapRank <= surelyKnownRank || listed.get(String(chain))?.has(address.toLowerCase())
    return chain && isKnown && /^0x[0-9a-f]{40}$/i.test(address) ? [{ chain, address: address.toLowerCase() }] : []
  })
  if (wanted.length === 0) continue
  const file = await keep('tokens', filePath.replace('token:', ''), variants)
  if (!file) continue
  for (const { chain, address } of wanted) if (!byChain[chain]?.[address]) note(chain, address, file)
}
const give = async (name: string, logosOf: [chain: string | number, address: string][]) => {
  const file = await keep('tokens', name, ['background'])
  if (file) for (const [chain, address] of logosOf) note(chain, address, file)
}
await give('ETH', Object.entries(wrappedEther))
await give(
  'APT',
  aptosCoin.map((asset) => ['aptos', asset]),
)
rmSync(folder, { recursive: true })

const named = new Set([...Object.values(chains), ...Object.values(byChain).flatMap((logos) => Object.values(logos))])
for (const file of readdirSync(target)) if (!named.has(file)) rmSync(join(target, file))

/** Brand colours, a little lighter where the brand's own would vanish on a dark page; 5460057 is the bundled ledger. */
const colours: Record<string, string> = {
  aptos: '#14b8a6',
  1: '#627eea',
  10: '#ff0420',
  25: '#1199fa',
  56: '#f0b90b',
  97: '#f0b90b',
  137: '#8247e5',
  250: '#1969ff',
  8453: '#0052ff',
  42161: '#28a0f0',
  43114: '#e84142',
  11155111: '#9b8afb',
  5460057: '#d97706',
}

writeFileSync(
  'lib/logos/logos.json',
  `${JSON.stringify({ source: `@web3icons/core ${version} (MIT)`, colours, chains, tokens: byChain }, undefined, 1)}\n`,
)
const counted = Object.entries(byChain).map(([chain, logos]) => `${chain}: ${Object.keys(logos).length}`)
console.log(`${Object.keys(chains).length} chains; tokens ${counted.join(', ')}`)
