import { cutText } from '#lib/format/cut-texts.ts'
import { visibleText } from '#lib/format/visible-text.ts'
import { type FoundWallet, rememberedKey, setWallet } from './wallet-store.ts'

/** How long wallets have to announce themselves; they do so within a few milliseconds. */
const announceMs = 300
const walletsMax = 20
const messageMax = 300
const nameMax = 60
/** A uuid has 36 characters, a domain at most 253. */
const idMax = 256
/** Characters of a name that are read: the rest is never shown. */
const textRead = 1_000

/** Codes of EIP-1193 and EIP-1474. */
const rejected = 4001
const pending = -32002

/**
 * The wallets of this browser that announce themselves (EIP-6963), in the order of their first announcements: later ones
 * push none away. A `uuid` that is announced again is the same wallet; the same `rdns` under another one may be a second
 * installation or an impostor, so it is shown and marked.
 */
const foundWallets = async (): Promise<FoundWallet[]> => {
  const found = new Map<string, FoundWallet>()
  const hear = (event: Event) => {
    const wallet = announced('detail' in event ? event.detail : undefined)
    if (!wallet || found.has(wallet.id) || found.size >= walletsMax) return
    const isSecond = [...found.values()].some(({ rdns }) => rdns === wallet.rdns)
    found.set(wallet.id, { ...wallet, isSecond })
  }
  addEventListener('eip6963:announceProvider', hear)
  dispatchEvent(new Event('eip6963:requestProvider'))
  await new Promise((done) => setTimeout(done, announceMs))
  removeEventListener('eip6963:announceProvider', hear)
  return [...found.values()]
}

/** A name of visible characters, or the domain that the wallet claims, or neither. */
const shownName = (name: string, rdns: string): string =>
  cutText(visibleText(name.slice(0, textRead)).replace(/\s+/g, ' ').trim(), nameMax) || cutText(rdns, nameMax)

/** Any extension may announce anything. */
const announced = (detail: unknown): FoundWallet | undefined => {
  const info = fieldOf(detail, 'info')
  const provider = fieldOf(detail, 'provider')
  const [id, rdns, name] = [fieldOf(info, 'uuid'), fieldOf(info, 'rdns'), fieldOf(info, 'name')]
  const request = fieldOf(provider, 'request')
  const on = fieldOf(provider, 'on')
  if (typeof id !== 'string' || typeof rdns !== 'string' || typeof name !== 'string') return undefined
  if (typeof request !== 'function') return undefined
  if (id === '' || id.length > idMax || rdns.length > idMax) return undefined
  return {
    id,
    rdns,
    name: shownName(name, visibleText(rdns)),
    isSecond: false,
    request: async (asked) => await request.call(provider, asked),
    on: (event, act) => {
      if (typeof on === 'function') on.call(provider, event, act)
    },
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Looks for wallets, and connects the only one. */
export const connectWallet = async (): Promise<void> => {
  setWallet({ kind: 'looking' })
  const wallets = await foundWallets()
  const [only] = wallets
  if (!only)
    setWallet({
      kind: 'failed',
      message:
        'No wallet found. Install or enable a browser wallet and try again; on a phone, open this page in the browser inside the wallet’s app.',
    })
  else if (wallets.length > 1) setWallet({ kind: 'choosing', wallets })
  else await chooseWallet(only)
}

/** Asks a wallet for an account. */
export const chooseWallet = async (wallet: FoundWallet): Promise<void> => {
  setWallet({ kind: 'asking', name: wallet.name })
  try {
    await readWallet(wallet, 'eth_requestAccounts')
  } catch (error) {
    setWallet({ kind: 'failed', message: connectionFault(error) })
  }
}

/** Connects the wallet of this tab again, without a prompt. Its `uuid` is new in each page; where two share its `rdns`, neither is certain. */
export const reconnectWallet = async (rdns: string): Promise<void> => {
  const [wallet, ...others] = (await foundWallets()).filter((one) => one.rdns === rdns)
  if (wallet && others.length === 0) await readWallet(wallet, 'eth_accounts').catch(() => setWallet({ kind: 'none' }))
}

export const disconnectWallet = (): void => {
  sessionStorage.removeItem(rememberedKey)
  setWallet({ kind: 'none' })
}

const listened = new WeakSet<FoundWallet>()

const readWallet = async (wallet: FoundWallet, method: 'eth_requestAccounts' | 'eth_accounts'): Promise<void> => {
  const accounts = await wallet.request({ method })
  const chainId = await wallet.request({ method: 'eth_chainId' })
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof account !== 'string' || !/^0x[0-9a-f]{40}$/i.test(account)) return disconnectWallet()
  if (typeof chainId !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(chainId)) throw new Error('It names no chain.')
  sessionStorage.setItem(rememberedKey, wallet.rdns)
  setWallet({ kind: 'connected', wallet: { ...wallet, account: account.toLowerCase(), chainId: BigInt(chainId) } })
  if (listened.has(wallet)) return
  listened.add(wallet)
  const again = () => void readWallet(wallet, 'eth_accounts').catch(disconnectWallet)
  wallet.on('accountsChanged', again)
  wallet.on('chainChanged', again)
}

/** What went wrong in a wallet, in words. */
export const connectionFault = (error: unknown): string => {
  const code = fieldOf(error, 'code')
  if (code === rejected) return 'You rejected the request in the wallet.'
  if (code === pending) return 'The wallet already has an open request: answer it there.'
  const message = fieldOf(error, 'message')
  return typeof message === 'string' ? `The wallet refused: ${cutText(message, messageMax)}` : 'The wallet refused.'
}
