import { digitsOfBytes } from '#lib/base/hex.ts'
import type { ConnectedWallet } from './wallet-store.ts'

/**
 * The wallet's signature over a text (`personal_sign` of EIP-191); undefined if it returned something else. Throws what the
 * wallet throws. The text is sent as hex, which every wallet reads the same way.
 */
export const signText = async (
  { request, account }: Pick<ConnectedWallet, 'request' | 'account'>,
  text: string,
): Promise<string | undefined> => {
  const hex = digitsOfBytes(new TextEncoder().encode(text))
  const signature = await request({ method: 'personal_sign', params: [`0x${hex}`, account] })
  return typeof signature === 'string' && /^0x([0-9a-f]{2})+$/i.test(signature) ? signature : undefined
}
