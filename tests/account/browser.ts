import { createAccountHandler } from '#lib/account/account-handler.ts'
import { type Accounts, createAccounts } from '#lib/account/accounts.ts'
import { type SignInApi, signInApi } from '#lib/account/contract/api.ts'
import { createOwnSignIn, type OnChainAccounts } from '#lib/account/own-sign-in.ts'
import type { Service } from '#lib/api/endpoint.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import type { Store } from '#lib/store/store.ts'
import type { TestAccount } from './accounts.ts'

type Ask = { body?: unknown; headers?: Record<string, string | undefined>; raw?: BodyInit }

/** A browser on one of our pages, with cookies of its own. It is another visitor than every other one. */
export type Browser = {
  cookies: Map<string, string>
  /** The `Set-Cookie` values of the last answer. */
  lastSetCookies: string[]
  get(path: string, ask?: Ask): Promise<Response>
  post(path: string, ask?: Ask): Promise<Response>
  /** The whole flow, as the page does it. */
  signIn(account: TestAccount, next?: string): Promise<Response>
  /** The same with a wallet of an EVM chain. `sign` is its `personal_sign`. */
  signInOnEvm(account: EvmAccount, chainId?: number): Promise<Response>
}

export type EvmAccount = { address: string; sign: (message: string) => Promise<string> }

type InstallationOptions = OnChainAccounts & {
  clock?: () => number
  /** In place of the own verifier. */
  hosted?: Service<SignInApi>
  siteUrl?: string
  perSecondMax?: number
}

/** One web server over a store: the handler of our own pages, and browsers that use it. */
export const startInstallation = (store: Store<unknown>, options: InstallationOptions = {}) => {
  const { siteUrl = 'https://explorer.example', perSecondMax = 50, clock, hosted, ...rest } = options
  const accounts: Accounts = createAccounts({
    store,
    clock,
    perSecondMax,
    scopes: ['evm', 'aptos', 'sign-in', 'export'].map((name) => ({ name, title: name })),
    use: { flushEveryMs: 1_000_000, now: clock },
  })
  const verifier = createOwnSignIn({
    store,
    clock,
    aptos: { networks: ['mainnet', 'testnet'], authenticationKeyOf: async () => undefined },
    ...rest,
  })
  const signIn = createGateway(signInApi, [{ name: 'index', service: hosted ?? verifier }])
  const told: unknown[] = []
  const handle = createAccountHandler({
    siteUrl,
    signIn,
    accounts,
    visitorOf: (request) => request.headers.get('x-visitor') ?? '',
    observe: (facts) => void told.push(facts),
    now: clock,
  })
  const origin = new URL(siteUrl).origin
  let visitors = 0

  const openBrowser = (sent: Record<string, string> = {}): Browser => {
    const visitor = String(++visitors)
    const cookies = new Map<string, string>()
    const send = async (method: string, path: string, ask: Ask): Promise<Response> => {
      const headers: Record<string, string | undefined> = {
        'x-visitor': visitor,
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'POST' && { origin, 'content-type': 'application/json' }),
        ...sent,
        ...ask.headers,
      }
      const request = new Request(`http://127.0.0.1:3000/api/session${path}`, {
        method,
        body: method === 'POST' ? (ask.raw ?? JSON.stringify(ask.body ?? {})) : undefined,
        ...(ask.raw instanceof ReadableStream && { duplex: 'half' }),
      })
      for (const [name, value] of Object.entries(headers)) if (value) request.headers.set(name, value)
      if (ask.headers && 'content-type' in ask.headers && !ask.headers['content-type'])
        request.headers.delete('content-type')
      const response = await handle(request)
      browser.lastSetCookies = response.headers.getSetCookie()
      for (const line of browser.lastSetCookies) {
        const [pair = ''] = line.split(';')
        const [name = '', value = ''] = pair.split('=')
        if (/Max-Age=0(;|$)/.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    }
    const browser: Browser = {
      cookies,
      lastSetCookies: [],
      get: (path, ask = {}) => send('GET', path, ask),
      post: (path, ask = {}) => send('POST', path, ask),
      signIn: async (account, next) => {
        const { address, publicKey } = account
        const started = await browser.post('/start', { body: { address, publicKey, network: 'mainnet' } })
        if (!started.ok) return started
        const { message, nonce } = (await started.json()) as { message: string; nonce: string }
        const full = `APTOS\napplication: ${origin}\nmessage: ${message}\nnonce: ${nonce}`
        return await browser.post('/finish', { body: { message: full, signature: account.sign(full), next } })
      },
      signInOnEvm: async ({ address, sign }, chainId = 1) => {
        const started = await browser.post('/start/evm', { body: { address, chainId } })
        if (!started.ok) return started
        const { message } = (await started.json()) as { message: string }
        return await browser.post('/finish/evm', { body: { message, signature: await sign(message) } })
      },
    }
    return browser
  }
  return { accounts, signIn, handle, openBrowser, told }
}
