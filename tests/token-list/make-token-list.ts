/**
 * Makes lib/evm/token-metadata/token-list.json from the token lists of npm packages: `node tests/token-list/make-token-list.ts`, from
 * the project's root. To update it, raise the versions below. The packages are only downloaded here; nothing depends on them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

/** Where two lists name a token, the first one counts. All are MIT. */
const sources = [
  { name: '@eth-optimism/tokenlist', version: '10.0.1770', file: 'dist/optimism.tokenlist.mjs' },
  { name: '@aave-dao/aave-address-book', version: '4.68.1', file: 'tokenlist.json' },
] as const

const token = z.object({
  chainId: z.int(),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  name: z.string().trim().min(1).max(100),
  symbol: z.string().trim().min(1).max(30),
  decimals: z.int().min(0).max(78),
})
const list = z.object({ timestamp: z.string().optional(), tokens: z.array(z.unknown()) })

const readList = async (folder: string, { name, version, file }: (typeof sources)[number]) => {
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
  })
  execFileSync('tar', ['xzf', join(folder, packed.trim().split('\n').at(-1) ?? ''), '-C', folder])
  const path = join(folder, 'package', file)
  const content: unknown = file.endsWith('.json') ? JSON.parse(readFileSync(path, 'utf8')) : await import(path)
  const { timestamp = '', tokens } = list.parse(
    typeof content === 'object' && content !== null && 'default' in content ? content.default : content,
  )
  const read = tokens.flatMap((one) => token.safeParse(one).data ?? [])
  console.log(`${name}: ${read.length} of ${tokens.length} tokens`)
  return { source: `${name} ${version}`, date: timestamp.slice(0, 10), tokens: read }
}

const path = 'lib/evm/token-metadata/token-list.json'
const folder = mkdtempSync(join(tmpdir(), 'token-list-'))
try {
  const chains = new Map<number, Map<string, string>>()
  const origins: string[] = []
  for (const source of sources) {
    const { source: origin, date, tokens } = await readList(folder, source)
    origins.push(date === '' ? `${origin} (MIT)` : `${origin} (MIT, ${date})`)
    for (const { chainId, address, name, symbol, decimals } of tokens) {
      const ofChain = chains.get(chainId) ?? new Map<string, string>()
      chains.set(chainId, ofChain)
      const key = address.toLowerCase()
      const plain = (text: string) => text.replace(/\s+/g, ' ')
      if (!ofChain.has(key)) ofChain.set(key, [key, decimals, plain(symbol), plain(name)].join('\t'))
    }
  }
  const sorted = [...chains].sort(([a], [b]) => a - b).map(([id, tokens]) => [String(id), [...tokens.values()].sort()])
  const content = { sources: origins, chains: Object.fromEntries(sorted) }
  writeFileSync(path, JSON.stringify(content))
  execFileSync(join('node_modules', '.bin', 'biome'), ['format', '--write', path])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
