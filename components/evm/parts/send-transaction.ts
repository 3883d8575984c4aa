import { connectionFault } from '#components/wallet/connect-wallet.ts'
import type { ConnectedWallet } from '#components/wallet/wallet-store.ts'
import { hexNumber } from '#lib/base/hex.ts'

/** What a wallet is asked to sign and send. */
export type WalletTransaction = { from: string; to: string; value: string; data: string }

export type Sent = { hash: string; fault?: undefined } | { fault: string; hash?: undefined }

const unknownChain = 4902

/** Has a wallet sign and send a transaction. This server takes no part in it. */
export const sendTransaction = async (
  { request }: ConnectedWallet,
  { from, to, value, data }: WalletTransaction,
): Promise<Sent> => {
  try {
    const transaction = { from, to, data, value: hexNumber(BigInt(value)) }
    const hash = await request({ method: 'eth_sendTransaction', params: [transaction] })
    return typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)
      ? { hash: hash.toLowerCase() }
      : { fault: 'The wallet returned no transaction hash.' }
  } catch (error) {
    return { fault: connectionFault(error) }
  }
}

/** A chain as a wallet needs to know it. */
export type WalletChain = {
  /** Hex. */
  chainId: string
  title: string
  symbol: string
  decimals: number
  /** Without it, a wallet cannot be offered the chain: it has to reach a node itself. */
  publicNodeUrl: string | undefined
}

/** The request of EIP-3085. */
const addChain = ({ chainId, title, symbol, decimals, publicNodeUrl }: WalletChain) => ({
  method: 'wallet_addEthereumChain',
  params: [{ chainId, chainName: title, nativeCurrency: { name: symbol, symbol, decimals }, rpcUrls: [publicNodeUrl] }],
})

/** Asks a wallet to change to a chain, which is offered to it where it does not know it; what went wrong in words. */
export const switchChain = async ({ request }: ConnectedWallet, chain: WalletChain): Promise<string | undefined> => {
  const { chainId, title, publicNodeUrl } = chain
  const change = { method: 'wallet_switchEthereumChain', params: [{ chainId }] }
  try {
    await request(change)
    return undefined
  } catch (error) {
    if (!isUnknownChain(error)) return connectionFault(error)
  }
  if (publicNodeUrl === undefined)
    return `The wallet does not know ${title} (chain id ${BigInt(chainId)}). Add it there first.`
  try {
    await request(addChain(chain))
    // Wallets may add a chain without changing to it (EIP-3085).
    await request(change)
    return undefined
  } catch (error) {
    return connectionFault(error)
  }
}

const isUnknownChain = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === unknownChain
