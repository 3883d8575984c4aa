import type { BrowserContext, Page } from '@playwright/test'
import type { TestAccount } from '#tests/account/accounts.ts'

/** What the wallet does when it is asked: `hold` leaves the prompt open permanently. */
type Decision = 'approve' | 'reject' | 'close' | 'hold'
/** In which order the wallet writes the fields of what it signs. */
type Layout = 'fields first' | 'fields last' | 'bare'

type WalletState = {
  decision: Decision
  /** Of the accounts that it was made with. */
  account: number
  chainId: number
  layout: Layout
  /** Wallets build and send transactions since 1.1.0. */
  submitVersion: string
  /** Whether pages may ask it to change its network. */
  changesNetwork: boolean
}

/** The wallet inside a page, as its owner uses it. */
type WalletHandle = { set(change: Partial<WalletState>): void }

declare global {
  interface Window {
    testWallet: WalletHandle
    testWalletSign(account: number, text: string): Promise<string>
    testWalletSubmit(account: number, input: unknown): Promise<string>
  }
}

/**
 * A wallet as the Aptos wallet standard (AIP-62) has it, in every page of a context. Its keys stay in the test's process, which
 * signs what the page's wallet hands over.
 */
export const installTestWallet = async (
  context: BrowserContext,
  accounts: readonly TestAccount[],
  initial: Partial<WalletState> = {},
  /** Signs and sends what a page hands over, and returns the hash. */
  submit: (address: string, input: unknown) => Promise<string> = async () => '',
) => {
  await context.exposeFunction('testWalletSubmit', (account: number, input: unknown) =>
    submit(accounts[account]?.address ?? '', input),
  )
  await context.exposeFunction('testWalletSign', (account: number, text: string) => accounts[account]?.sign(text))
  const shown = accounts.map(({ address, publicKey }) => ({ address, publicKey }))
  const state: WalletState = {
    decision: 'approve',
    account: 0,
    chainId: 1,
    layout: 'fields first',
    submitVersion: '1.1.0',
    changesNetwork: false,
    ...initial,
  }
  await context.addInitScript(wallet, { shown, state })
  return {
    /** Also what an owner does in the wallet: another account, another network. */
    set: (page: Page, change: Partial<WalletState>) => page.evaluate((given) => window.testWallet.set(given), change),
  }
}

type Shown = { shown: { address: string; publicKey: string }[]; state: WalletState }

/** Runs in the page, before its own scripts. */
const wallet = ({ shown, state }: Shown): void => {
  const listeners: { account?: (account: unknown) => void; network?: (network: unknown) => void } = {}
  const text = (value: string) => ({ toString: () => value })
  const account = () => {
    const { address = '', publicKey = '' } = shown[state.account] ?? {}
    return { address: text(address), publicKey: text(publicKey) }
  }
  const network = () => ({ name: state.chainId === 1 ? 'mainnet' : 'testnet', chainId: state.chainId })
  const decide = async <T>(answer: () => T | Promise<T>) => {
    if (state.decision === 'hold') return await new Promise<never>(() => {})
    if (state.decision === 'close') throw new Error('The user closed the window')
    return state.decision === 'reject' ? { status: 'Rejected' } : { status: 'Approved', args: await answer() }
  }
  const fullMessage = (message: string, nonce: string): string => {
    const application = `application: ${location.origin}`
    if (state.layout === 'bare') return ['APTOS', `message: ${message}`, `nonce: ${nonce}`].join('\n')
    return state.layout === 'fields first'
      ? ['APTOS', application, `message: ${message}`, `nonce: ${nonce}`].join('\n')
      : ['APTOS', `message: ${message}`, `nonce: ${nonce}`, application].join('\n')
  }
  const features = {
    'aptos:account': { version: '1.0.0', account: async () => account() },
    ...(state.changesNetwork && {
      'aptos:changeNetwork': {
        version: '1.0.0',
        changeNetwork: ({ chainId }: { chainId: number }) =>
          decide(() => {
            window.testWallet.set({ chainId })
            return { success: true }
          }),
      },
    }),
    'aptos:connect': { version: '1.0.0', connect: () => decide(account) },
    'aptos:disconnect': { version: '1.0.0', disconnect: async () => {} },
    'aptos:network': { version: '1.0.0', network: async () => network() },
    'aptos:onAccountChange': {
      version: '1.0.0',
      onAccountChange: async (heard: (account: unknown) => void) => {
        listeners.account = heard
      },
    },
    'aptos:onNetworkChange': {
      version: '1.0.0',
      onNetworkChange: async (heard: (network: unknown) => void) => {
        listeners.network = heard
      },
    },
    'aptos:signAndSubmitTransaction': {
      version: state.submitVersion,
      signAndSubmitTransaction: (input: unknown) => {
        const signedBy = state.account
        return decide(async () => ({ hash: await window.testWalletSubmit(signedBy, input) }))
      },
    },
    'aptos:signTransaction': { version: '1.0.0', signTransaction: () => decide(() => ({})) },
    'aptos:signMessage': {
      version: '1.0.0',
      signMessage: ({ message, nonce }: { message: string; nonce: string }) => {
        const signedBy = state.account
        return decide(async () => {
          const full = fullMessage(message, nonce)
          const signature = await window.testWalletSign(signedBy, full)
          return { fullMessage: full, message, nonce, prefix: 'APTOS', signature: text(signature) }
        })
      },
    },
  }
  const standard = {
    name: 'Test wallet',
    version: '1.0.0',
    url: 'https://wallet.invalid',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains: ['aptos:mainnet', 'aptos:testnet'],
    accounts: [],
    features,
  }
  window.testWallet = {
    set: (change) => {
      Object.assign(state, change)
      if (change.account !== undefined) listeners.account?.(account())
      if (change.chainId !== undefined) listeners.network?.(network())
    },
  }
  // The two ways in which wallets and pages find each other, whichever of them is there first.
  const register = (api: { register(one: unknown): void }) => api.register(standard)
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
