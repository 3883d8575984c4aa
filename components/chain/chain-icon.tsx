/** The icon of a chain that the operator added, or a dot of its colour; well-known chains have neither. */
export const ChainIcon = ({ icon, colour }: { icon?: string; colour?: string }) => {
  // biome-ignore lint/performance/noImgElement: it is served by us, in one size
  if (icon) return <img src={icon} alt="" width={16} height={16} className="size-4 shrink-0 object-contain" />
  return colour ? <span className="size-2.5 shrink-0 rounded-full" style={{ background: colour }} /> : null
}
