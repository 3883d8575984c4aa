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
    /** Sends so much, in wei: the transaction's hash. */
    send: (wei = 1): Promise<string> =>
      anvil.rpc('eth_sendTransaction', [
        { from: sender, to: recipient, value: `0x${wei.toString(16)}` },
      ]) as Promise<string>,
    stop: async (): Promise<void> => {
      await server.stop()
      await anvil.stop()
    },
  }
}
