import type { BrowserContext, Page } from '@playwright/test'

type Rpc = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** What the owner of the wallet does. */
type WalletState = {
  account: string
  chainId: string
  rejects: boolean
  /** Leaves prompts open permanently. */
  holds: boolean
  knownChains?: string[]
}

type AddedChain = { chainId: string; chainName?: string; nativeCurrency?: object; rpcUrls?: string[] }

/**
 * A wallet as EIP-6963 has it, in every page of a context. It signs transactions and texts with the unlocked accounts of the node:
 * the node is asked by the test's process, not by the page.
 */
export const installEvmWallet = async (context: BrowserContext, rpc: Rpc, initial: Partial<WalletState>) => {
  const state: WalletState = { account: '', chainId: '0x7a69', rejects: false, holds: false, ...initial }
  const asked: string[] = []
  const added: AddedChain[] = []
  const rejection = { code: 4001, message: 'User rejected the request.' }
  const answer = async (method: string, params: unknown[]): Promise<unknown> => {
    asked.push(method)
    if (method === 'eth_accounts') return [state.account]
    if (method === 'eth_chainId') return state.chainId
    if (method === 'eth_getTransactionReceipt') return await rpc(method, params)
    if (state.rejects) return rejection
    if (state.holds) return await new Promise(() => {})
    if (method === 'eth_requestAccounts') return [state.account]
    if (method === 'eth_sendTransaction' || method === 'personal_sign') return await rpc(method, params)
    const [chain] = params as [AddedChain]
    if (method === 'wallet_addEthereumChain') {
      added.push(chain)
      state.knownChains?.push(chain.chainId)
      return null
    }
    if (method !== 'wallet_switchEthereumChain') return { code: 4200, message: 'Unsupported method' }
    const { chainId } = chain
    if (state.knownChains?.includes(chainId) === false) return { code: 4902, message: 'Unrecognized chain ID' }
    state.chainId = chainId
    return null
  }
  await context.exposeFunction('evmWalletAnswer', answer)
  await context.addInitScript(announceWallet)
  return {
    asked: () => asked,
    added: () => added,
    /** A page that is named hears of the change. */
    set: async (change: Partial<WalletState>, page?: Page) => {
      Object.assign(state, change)
      await page?.evaluate(() => dispatchEvent(new Event('test-wallet-changed')))
    },
  }
}

/** Runs in the page, before its own scripts. */
const announceWallet = (): void => {
  const listeners: Record<string, (() => void)[]> = {}
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      const { evmWalletAnswer } = window as unknown as {
        evmWalletAnswer: (method: string, params: unknown[]) => Promise<unknown>
      }
      const answered = await evmWalletAnswer(method, params)
      if (answered !== null && typeof answered === 'object' && 'code' in answered) throw answered
      if (method === 'wallet_switchEthereumChain') for (const act of listeners.chainChanged ?? []) act()
      return answered
    },
    on: (event: string, act: () => void) => {
      listeners[event] = [...(listeners[event] ?? []), act]
    },
  }
  const info = {
    uuid: '9a7c5f0e-0000-4000-8000-000000000001',
    name: 'Test wallet',
    rdns: 'test.wallet',
    icon: 'data:,',
  }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  addEventListener('test-wallet-changed', () => {
    for (const act of listeners.accountsChanged ?? []) act()
  })
  announce()
}
