import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Abi } from 'viem'
import type { Hex } from '#lib/base/hex.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { demoKey } from '#tests/support/demo-servers.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'

/** A node that wallets are offered. */
export const publicNode = 'https://node.example/rpc'

/** A devnet that several files use one after another, served as `local`: each has accounts and contracts of its own. */
export type Devnet = {
  url: string
  anvil: Anvil
  /** An account with ether that nothing else uses. */
  newAccount(): Hex
  /** Sends so much, in wei, in a block of its own: the transaction's hash. */
  send(from: string, to: string, wei?: number): Promise<string>
  /** As operators do, in `ABI_DIR`: it is looked at every five seconds. */
  addAbi(address: string, abi: Abi): void
  /** The number of the newest block. */
  height(): Promise<number>
  stop(): Promise<void>
}

const accountsMax = 50

export const startDevnet = async (): Promise<Devnet> => {
  const anvil = await startAnvil(['--accounts', String(accountsMax), '--steps-tracing'])
  const unused = ((await anvil.rpc('eth_accounts')) as Hex[]).values()
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-abis-'))
  const server = await startSpyglass({
    NODE_URL_LOCAL: anvil.url,
    PUBLIC_NODE_URL_LOCAL: publicNode,
    SOURCIFY_URL: '',
    ABI_DIR: folder,
    API_KEYS: `operator:${demoKey}`,
  })
  return {
    url: server.url,
    anvil,
    newAccount: () => {
      const { value } = unused.next()
      if (value === undefined) throw new Error(`All ${accountsMax} accounts of the devnet are in use`)
      return value
    },
    send: async (from, to, wei = 1) => {
      const transaction = { from, to, value: `0x${wei.toString(16)}` }
      const receipt = (await anvil.rpc('eth_sendTransactionSync', [transaction])) as { transactionHash: string }
      return receipt.transactionHash
    },
    addAbi: (address, abi) => writeFileSync(join(folder, `${address}.json`), JSON.stringify(abi)),
    height: async () => Number(await anvil.rpc('eth_blockNumber')),
    stop: async () => {
      await server.stop()
      await anvil.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
