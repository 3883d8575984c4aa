import type { ConnectedWallet } from '#components/wallet/wallet-store.ts'
import { wordOf } from '#lib/base/hex.ts'
import type { StandingApproval } from './approval-line.ts'

const none = wordOf('0x0')

/** `approve(spender, 0)` of ERC20, `setApprovalForAll(operator, false)`, or `approve(0x0, tokenId)` of ERC721. */
export const revocation = ({ kind, token, spender, tokenId }: StandingApproval, owner: string) => {
  const data = {
    allowance: `0x095ea7b3${wordOf(spender.address)}${none}`,
    collection: `0xa22cb465${wordOf(spender.address)}${none}`,
    token: `0x095ea7b3${none}${wordOf(BigInt(tokenId ?? 0))}`,
  }[kind]
  return { from: owner, to: token.address, value: '0', data }
}

const pollMs = 2_000
/** Later, the page shows the result when it is loaded again. */
const pollsMax = 300

/** Waits until a transaction is in a block, as the wallet's node reports it; undefined if that was not seen. */
export const minedStatus = async (
  { request }: ConnectedWallet,
  hash: string,
  signal: AbortSignal,
): Promise<'succeeded' | 'failed' | undefined> => {
  for (let poll = 0; poll < pollsMax && !signal.aborted; poll++) {
    const receipt = await request({ method: 'eth_getTransactionReceipt', params: [hash] }).catch(() => null)
    if (typeof receipt === 'object' && receipt !== null && 'status' in receipt)
      return receipt.status === '0x1' ? 'succeeded' : 'failed'
    await new Promise((done) => setTimeout(done, pollMs))
  }
  return undefined
}
