/** The path of a preview that this server made; pages never load from other hosts. */
export const ownPath = (url: string | null | undefined): string | undefined => {
  if (!url) return undefined
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.startsWith('/media/') ? path : undefined
}
