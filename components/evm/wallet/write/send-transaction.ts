import { walletFault } from './connect-wallet.ts'
import type { ConnectedWallet } from './wallet-store.ts'

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
    const transaction = { from, to, data, value: `0x${BigInt(value).toString(16)}` }
    const hash = await request({ method: 'eth_sendTransaction', params: [transaction] })
    return typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)
      ? { hash: hash.toLowerCase() }
      : { fault: 'The wallet returned no transaction hash.' }
  } catch (error) {
    return { fault: walletFault(error) }
  }
}

/** Asks a wallet to change to a chain; what went wrong in words. */
export const switchChain = async (
  { request }: ConnectedWallet,
  chainId: string,
  title: string,
): Promise<string | undefined> => {
  try {
    await request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    return undefined
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    return code === unknownChain
      ? `The wallet does not know ${title} (chain id ${BigInt(chainId)}). Add it there first.`
      : walletFault(error)
  }
}
