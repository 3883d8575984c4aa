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
