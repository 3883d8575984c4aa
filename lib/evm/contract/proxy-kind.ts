import type { DescribedContract } from '#lib/evm/abi/abi-port.ts'

/** `plain` code never forwards; `none` forwards to nothing now; `no_code` is an account. */
const noProxy: ReadonlySet<string> = new Set(['plain', 'none', 'no_code'])

/** The kind of proxy that a contract is; null for other contracts. */
export const proxyKindOf = (proxy: DescribedContract['proxy']): string | null =>
  proxy && !noProxy.has(proxy.kind) ? proxy.kind : null
