/** The logo of a chain, or a dot of its colour; a chain may have neither. */
export const ChainIcon = ({ icon, colour, size = 18 }: { icon?: string; colour?: string; size?: number }) => {
  if (icon)
    return (
      // biome-ignore lint/performance/noImgElement: it is served by us, in one size
      <img src={icon} alt="" width={size} height={size} className="shrink-0 rounded-full object-contain" />
    )
  return colour ? <span className="size-2.5 shrink-0 rounded-full" style={{ background: colour }} /> : null
}
