import Bowser from 'bowser'

/** The origin of an account request, as its owner sees it in the list of sessions and the audit log. */
export type Visitor = {
  /** Browser and system, such as `Firefox on Linux`; null if unknown. */
  browser: string | null
  /** IPv4 address, or the /64 of an IPv6 address. */
  ipNetwork: string | null
}

export const unknownVisitor: Visitor = { browser: null, ipNetwork: null }

/** Longer headers are truncated, since the library matches regular expressions on them. */
const userAgentMax = 256

export const browserName = (userAgent: string | null): string | null => {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, userAgentMax))
  return [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(' on ') || null
}
