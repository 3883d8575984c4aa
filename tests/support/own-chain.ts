import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, startAnvil } from './anvil.ts'
import { startSpyglass } from './spyglass.ts'

/** The chain and the site of `startOwnChain`. */
export const ownChain = {
  icon: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#c0392b"/></svg>',
  yellow: '#ffd500',
  decimals: 9,
} as const

/** A server of a devnet that a CHAINS_FILE describes, with one transaction, under the name, logo and colour of its operator. */
export type OwnChain = {
  url: string
  anvil: Anvil
  key: string
  /** The transaction. */
  hash: string
  sender: string
  stop(): Promise<void>
}

const key = 'a-key-of-this-test'

export const startOwnChain = async (): Promise<OwnChain> => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-own-chain-'))
  const anvil = await startAnvil(['--chain-id', '4242'])
  const [sender = '', to = ''] = (await anvil.rpc('eth_accounts')) as string[]
  const value = `0x${(25n * 10n ** BigInt(ownChain.decimals - 1)).toString(16)}`
  const hash = (await anvil.rpc('eth_sendTransaction', [{ from: sender, to, value }])) as string
  const chain = {
    ...{ slug: 'my-chain', name: 'My Chain', id: 4242, symbol: 'MINE', decimals: ownChain.decimals },
    ...{ nodes: [anvil.url], devnet: true, icon: 'chain.svg', colour: '#c0392b' },
  }
  writeFileSync(join(folder, 'chain.svg'), ownChain.icon)
  writeFileSync(join(folder, 'chains.json'), JSON.stringify([chain]))
  const server = await startSpyglass({
    CHAINS_FILE: join(folder, 'chains.json'),
    SITE_NAME: 'Mine Scan',
    SITE_LOGO: join(folder, 'chain.svg'),
    SITE_COLOUR: ownChain.yellow,
    API_KEYS: `test:${key}`,
  })
  return {
    ...{ url: server.url, anvil, key, hash, sender },
    stop: async () => {
      await server.stop()
      await anvil.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
