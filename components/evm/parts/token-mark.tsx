import { AddressMark } from '#components/chain/address-mark.tsx'
import { TokenLogo } from './token-logo.tsx'

/** The logo of a token, otherwise its identicon. */
export const TokenMark = ({ address, logo, size = 26 }: { address: string; logo: string | null; size?: number }) =>
  TokenLogo({ logo, size }) || <AddressMark address={address} size={size} />
