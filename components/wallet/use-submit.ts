import { type InputTransactionData, useWallet } from '@aptos-labs/wallet-adapter-react'
import { type WalletFault, walletFault } from './wallet-fault.ts'

/** A call of an entry function as the wallet standard (AIP-62) defines it. */
export type WalletPayload = {
  function: string
  typeArguments: readonly string[]
  functionArguments: readonly unknown[]
}

export type Submitted = { hash: string; fault?: undefined } | { fault: WalletFault; hash?: undefined }

/** Has the wallet sign a transaction and send it through its own node. */
export type Submit = (payload: WalletPayload) => Promise<Submitted>

/** Since this version wallets build and send the transaction; for others the adapter would contact a third-party node. */
const submitVersion = '1.1.0'

const unfitFault: WalletFault = {
  title: 'Wallets cannot send these arguments',
  text: 'The wallet standard has no form for structs as arguments.',
}

/** Sends with the connected wallet; undefined if it cannot send by itself. */
export const useSubmit = (): Submit | undefined => {
  const { wallet, signAndSubmitTransaction } = useWallet()
  if (wallet?.features['aptos:signAndSubmitTransaction']?.version !== submitVersion) return undefined
  return async ({ function: called, typeArguments, functionArguments }) => {
    if (!functionArguments.every(isWalletValue)) return { fault: unfitFault }
    const [address = '', module = '', name = ''] = called.split('::')
    const data: InputTransactionData['data'] = {
      function: `${address}::${module}::${name}`,
      typeArguments: [...typeArguments],
      functionArguments: [...functionArguments],
    }
    try {
      const { hash } = await signAndSubmitTransaction({ data })
      if (/^0x[0-9a-f]{64}$/i.test(hash)) return { hash: hash.toLowerCase() }
      return { fault: { title: 'The wallet returned no transaction hash', text: 'Check your wallet’s history.' } }
    } catch (thrown) {
      return { fault: walletFault(thrown) }
    }
  }
}

type WalletValue = boolean | number | string | null | WalletValue[]

const isWalletValue = (value: unknown): value is WalletValue =>
  value === null ||
  ['boolean', 'number', 'string'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isWalletValue))
