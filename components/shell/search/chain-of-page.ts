/** The chain whose pages this path is one of; undefined for pages of all chains. */
export const chainOfPage = <Chain extends { path: string }>(
  chains: readonly Chain[],
  pathname: string,
): Chain | undefined => chains.find(({ path }) => `${pathname}/`.startsWith(`${path}/`))
