/** One page as the SDK hands it out, or one record: then without `next`. */
export type SdkAnswer = {
  /** As it was sent. Newer parts of the SDK make it a method. */
  raw: unknown
  result: unknown
  pagination?: { total?: number | null; page?: number; pageSize?: number }
  hasNext?(): boolean
  next?(): Promise<SdkAnswer>
}

type Operation = (parameters: Record<string, unknown>) => Promise<SdkAnswer | null>
type Group =
  | ('transaction' | 'nft' | 'token' | 'balance' | 'block' | 'wallets' | 'resolve')
  | ('events' | 'defi' | 'utils')

/** What these tests use of the SDK, which both releases have. */
type Moralis = {
  start(options: { apiKey: string; evmApiBaseUrl: string }): Promise<void>
  Core: object
  EvmApi: Record<Group, object>
}

export type Sdk = {
  /** The release that its parts say they are. */
  version: string
  start(baseUrl: string, apiKey: string): Promise<void>
  /** Calls `nft.getNFTOwners`, say, with parameters under the interface's own names. */
  call(operation: SdkOperation, parameters: Record<string, unknown>): Promise<SdkAnswer | null>
}

export type SdkOperation = `${Group}.${string}`

/** The SDK behind one shape for both releases. It is a singleton with global state: one release to a test file. */
export const createSdk = (moralis: unknown): Sdk => {
  const { start, Core, EvmApi } = moralis as Moralis
  return {
    version: (Core.constructor as unknown as { libVersion: string }).libVersion,
    start: (evmApiBaseUrl, apiKey) => start({ apiKey, evmApiBaseUrl }),
    call: (operation, parameters) => {
      const [group = '', name = ''] = operation.split('.')
      const endpoints = EvmApi[group as Group] as Record<string, Operation>
      const call = endpoints[name]
      if (!call) throw new Error(`this release has no ${operation}`)
      return call.call(endpoints, inCamelCase(parameters))
    },
  }
}

/** `from_block` is `fromBlock` to the SDK. */
const inCamelCase = (parameters: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

export const rawOf = (answer: SdkAnswer): unknown =>
  typeof answer.raw === 'function' ? answer.raw.call(answer) : answer.raw
