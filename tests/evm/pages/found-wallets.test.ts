import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectWallet } from '#components/wallet/connect-wallet.ts'
import * as walletStore from '#components/wallet/wallet-store.ts'

/* A page of a browser, as far as EIP-6963 uses it. */

let page = new EventTarget()
beforeEach(() => {
  page = new EventTarget()
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Info = { uuid: string; rdns: string; name: string }

/** The wallets to choose from, after these announcements in their order. */
const offered = async (announcements: readonly Info[]) => {
  const shown = vi.spyOn(walletStore, 'setWallet')
  page.addEventListener('eip6963:requestProvider', () => {
    for (const info of announcements)
      page.dispatchEvent(
        Object.assign(new Event('eip6963:announceProvider'), {
          detail: { info, provider: { request: async () => [] } },
        }),
      )
  })
  const connecting = connectWallet()
  await vi.runAllTimersAsync()
  await connecting
  const state = shown.mock.lastCall?.[0]
  return state?.kind === 'choosing' ? state.wallets : []
}

const wallet = (uuid: string, rdns: string, name = 'Wallet'): Info => ({ uuid, rdns, name })

test('wallets are told apart by uuid, and a second one of a domain is marked', async () => {
  const wallets = await offered([
    wallet('1', 'io.wallet', 'True'),
    wallet('2', 'io.wallet', 'Impostor'),
    wallet('3', 'io.other'),
    wallet('1', 'io.wallet', 'Renamed'),
  ])
  expect(wallets.map(({ id, name, isSecond }) => [id, name, isSecond])).toEqual([
    ['1', 'True', false],
    ['2', 'Impostor', true],
    ['3', 'Wallet', false],
  ])
})

test('names have no invisible characters and are bounded; one without any others is the domain', async () => {
  const names = ['\u202EtellaW\u200B \n two', '\u200B\uFEFF', 'x'.repeat(100_000)]
  const wallets = await offered(names.map((name, index) => wallet(String(index), `io.wallet${index}`, name)))
  expect(wallets.map(({ name }) => name)).toEqual(['tellaW two', 'io.wallet1', expect.stringMatching(/^x{40,60}/)])
  expect(wallets[2]?.name.length).toBeLessThan(100)
})

test('a flood of announcements pushes no earlier wallet away', async () => {
  const flood = Array.from({ length: 500 }, (_, index) => wallet(`flood ${index}`, `io.flood${index}`))
  const wallets = await offered([wallet('1', 'io.first', 'First'), ...flood])
  expect(wallets).toHaveLength(20)
  expect(wallets[0]?.name).toBe('First')
})
