const titles: Readonly<Record<string, string>> = {
  eip1967: 'Proxy (EIP-1967)',
  eip1967_beacon: 'Beacon proxy (EIP-1967)',
  eip1822: 'Proxy (EIP-1822)',
  eip1167: 'Clone (EIP-1167)',
  eip2535: 'Diamond (EIP-2535)',
  eip897: 'Proxy (EIP-897)',
  eip7702: 'Delegating account (EIP-7702)',
  safe: 'Safe',
  clone: 'Clone',
  zeppelinos: 'Proxy (ZeppelinOS)',
  comptroller: 'Proxy (Compound)',
}

/** The kind of a proxy, for people. */
export const proxyTitle = (kind: string): string => titles[kind] ?? 'Proxy'
