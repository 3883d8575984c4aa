'use client'

import { useEffect } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useChangeNetwork } from '#components/wallet/use-change-network.ts'
import { useSubmit } from '#components/wallet/use-submit.ts'
import { type ConnectedAptosWallet, WalletConnection } from '#components/wallet/wallet-connection.tsx'
import { networkTitles, walletNetwork } from '#components/wallet/wallet-network.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { aptosRememberedKey, setSigningWallet } from './wallet-store.ts'

const nameMax = 60

/** The wallet adapter and the wallet that it connects. Loaded on request. */
export const WalletPanel = ({ reconnect }: { reconnect?: string }) => (
  <WalletConnection reconnect={reconnect}>{(wallet) => <Connected {...wallet} />}</WalletConnection>
)

const Connected = ({ name, address, publicKey, chainId, leave }: ConnectedAptosWallet) => {
  const submit = useSubmit()
  const changeNetwork = useChangeNetwork()
  const [canSubmit, canChange] = [submit !== undefined, changeNetwork !== undefined]
  const account = aptosAddress(address)
  const network = walletNetwork({ chainId })
  // biome-ignore lint/correctness/useExhaustiveDependencies: functions are new on every render, and always use the same wallet
  useEffect(() => {
    if (account === undefined) return
    sessionStorage.setItem(aptosRememberedKey, name)
    setSigningWallet({ name: cutText(name, nameMax), account, publicKey, network, submit, changeNetwork })
    return () => setSigningWallet(undefined)
  }, [name, account, publicKey, network, canSubmit, canChange])
  const disconnect = () => {
    sessionStorage.removeItem(aptosRememberedKey)
    leave()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button onClick={disconnect}>Disconnect</Button>
      <span role="status" className="wrap-anywhere min-w-0 text-muted">
        {account === undefined
          ? `${cutText(name, nameMax)} gave no Aptos account.`
          : `${cutText(name, nameMax)}: ${account} on ${network ? networkTitles[network] : `another network${chainId === undefined ? '' : ` (chain id ${chainId})`}`}`}
      </span>
    </div>
  )
}
