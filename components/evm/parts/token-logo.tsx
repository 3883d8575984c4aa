/** The logo of a well-known token, in a line: only one of this server, for a visitor loads nothing from elsewhere. */
export const TokenLogo = ({ logo, size = 18 }: { logo: string | null | undefined; size?: number }) =>
  logo?.startsWith('/logos/') && (
    // biome-ignore lint/performance/noImgElement: it is served by us, in one size
    <img src={logo} alt="" width={size} height={size} loading="lazy" className="shrink-0 rounded-full" />
  )
