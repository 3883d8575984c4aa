import { startAnvil } from '#tests/support/anvil.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { untilIndexed } from './browser-test.ts'

/** An explorer over a devnet of its own, served as `local`, with two accounts. */
export const startLocalChain = async () => {
  const anvil = await startAnvil()
  const [sender = '', recipient = ''] = (await anvil.rpc('eth_accounts')) as string[]
  const server = await startSpyglass({ NODE_URL_LOCAL: anvil.url })
  await untilIndexed(server.url)
  return {
    url: server.url,
    sender,
    recipient,
    rpc: anvil.rpc,
    /** Sends so much, in wei, in a block of its own: the transaction's hash. */
    send: async (wei = 1): Promise<string> => {
      const transaction = { from: sender, to: recipient, value: `0x${wei.toString(16)}` }
      const receipt = (await anvil.rpc('eth_sendTransactionSync', [transaction])) as { transactionHash: string }
      return receipt.transactionHash
    },
    stop: async (): Promise<void> => {
      await server.stop()
      await anvil.stop()
    },
  }
}
