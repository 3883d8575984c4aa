import { AddressMark } from '#components/chain/address-mark.tsx'

/**
 * The logo of a well-known token, or the picture of an NFT, in a line: only one of this server, for a visitor loads nothing from
 * elsewhere.
 */
export const TokenLogo = ({ logo, size = 18 }: { logo: string | null | undefined; size?: number }) =>
  logo &&
  /^\/(logos|media)\//.test(logo) && (
    // biome-ignore lint/performance/noImgElement: it is served by us, in one size
    <img src={logo} alt="" width={size} height={size} loading="lazy" className="token-logo" />
  )

/** The logo of a token, otherwise its identicon. */
export const TokenMark = ({ address, logo, size = 26 }: { address: string; logo: string | null; size?: number }) =>
  TokenLogo({ logo, size }) || <AddressMark address={address} size={size} />
