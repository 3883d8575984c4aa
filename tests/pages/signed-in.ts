import { type BrowserContext, expect } from '@playwright/test'
import { accountKinds } from '#tests/account/accounts.ts'

/** Signs in as the sign-in page does, without opening it (that is in sign-in.spec.ts): all pages of the context are signed in. */
export const signInBehind = async (
  { request }: BrowserContext,
  url: string,
  account = accountKinds.Ed25519(),
): Promise<{ address: string }> => {
  const { origin } = new URL(url)
  const post = async (path: string, data: object) => {
    const response = await request.post(`${origin}/api/session${path}`, {
      data,
      headers: { origin, 'sec-fetch-site': 'same-origin' },
    })
    expect(response.ok(), await response.text()).toBe(true)
    return await response.json()
  }
  const { address, publicKey } = account
  const { message, nonce } = await post('/start', { address, publicKey, network: 'mainnet' })
  const full = `APTOS\napplication: ${origin}\nmessage: ${message}\nnonce: ${nonce}`
  await post('/finish', { message: full, signature: account.sign(full) })
  return account
}
