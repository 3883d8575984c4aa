import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import * as z from 'zod'
import { type ChainName, type EvmChain, evmChains } from '#lib/evm/contract/chains.ts'
import { parseAllowedHosts } from '#lib/outbound/allowed-hosts.ts'

/** Where indexing starts: a block, the head, or that many blocks before it. */
type StartBlock = { at: number } | { beforeHead: number }
/** Both ends included. */
type BlockRange = { first: number; last: number }

/** One EVM chain to index: its nodes, and either a start (with an optional end) or only some ranges. */
export type EvmNodeConfig = {
  chain: ChainName
  urls: string[]
  start: StartBlock
  end?: number
  ranges?: BlockRange[]
  /** Contracts whose whole history is indexed without anyone asking; lower case. */
  contracts?: string[]
}

/** Ledger versions to index: either from a start on (with an optional end), or only some ranges. */
export type AptosVersions = { start: StartBlock; end?: number; ranges?: BlockRange[] }

export type Config = {
  port: number
  host: string
  siteUrl: string
  databaseUrl: string
  evmNodes: EvmNodeConfig[]
  aptosNodes: { mainnet?: string[]; testnet?: string[] }
  /** What is indexed of each network, and whether its digital assets (token v2) are. */
  aptosIndex: { mainnet: AptosVersions; testnet: AptosVersions; withDigitalAssets: boolean }
  hosted: {
    evmBaseUrl?: string
    aptosBaseUrl?: string
    authBaseUrl?: string
    apiKey?: string
    /** Calls with that key on one day (UTC), by all processes together. */
    callsPerDay?: number
  }
  apiKeys: { name: string; key: string }[]
  /** Signs cookies and cursors; undefined where the database keeps one of its own. */
  instanceSecret?: Uint8Array
  /** Requests a second. */
  rateLimits: { key: number; anonymous: number }
  trustedProxyHops: number
  /** Who may start the backfill of a contract by asking for it. */
  indexOnDemand: 'everyone' | 'keys' | 'off'
  /** Whose pages may read the API. */
  corsOrigins: '*' | string[]
  /** What metrics and the detailed part of health ask for. */
  metricsToken?: string
  /** Whether EVM blocks are recomputed as they are indexed, and whether one that fails is kept, marked, or refused. */
  blockChecks: 'mark' | 'refuse' | 'off'
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  outside: OutsideConfig
  /** Values that must never stand in a log or an error: keys, and the URLs that may hold some. */
  secrets: string[]
  /** Nothing is configured for any system: the bundled ledger is shown. */
  demo: boolean
}

/** Where that comes from which makes chain data readable, beyond the chain itself. */
type OutsideConfig = {
  /** Bases that end in `/ipfs/`, in the order of asking; none where IPFS is off. */
  ipfsGateways: string[]
  /** Ends in `/`; undefined where Arweave is off. */
  arweaveGateway?: string
  /** Of Sourcify's v2 API; undefined where it is off. */
  sourcifyUrl?: string
  /** Hosts and networks off the public internet that may be fetched from. */
  outboundAllow: string[]
  abiDir?: string
  labelsFile?: string
  verifiedFile?: string
  spamFile?: string
  /** Where previews of pictures are kept. */
  mediaDir: string
}

type Environment = Record<string, string | undefined>

/** Every fault of the environment at once, in words for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    )
    this.faults = faults
  }
}

const contractsMax = 500
const secretBytesMin = 32

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
const withoutEndSlashes = (url: string): string => {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}
const baseUrl = httpUrl.transform(withoutEndSlashes)
const urlList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((url) => url.trim())
      .filter(Boolean),
  )
  .pipe(z.array(baseUrl).min(1, 'must name at least one URL'))
const startAt = (unit: string) =>
  z
    .string()
    .regex(/^(latest|-?\d{1,15})$/, `must be latest, a ${unit} number, or -N for N ${unit}s before the head`)
    .transform((text): StartBlock => {
      if (text === 'latest') return { beforeHead: 0 }
      const number = Number(text)
      return text.startsWith('-') ? { beforeHead: -number } : { at: number }
    })
const startBlock = startAt('block')
const lastNumber = wholeNumber(0, Number.MAX_SAFE_INTEGER)
const startVersion = startAt('version').default({ beforeHead: 0 })
const blockRange = /^\d{1,15}(?:\s*-\s*\d{1,15})?$/
const blockRanges = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every((part) => blockRange.test(part)), 'must be ranges such as 100-200,300')
  .transform((parts) =>
    parts.map((part): BlockRange => {
      const [first = 0, last = first] = part.split('-').map(Number)
      return { first, last }
    }),
  )
  .refine((ranges) => ranges.every(({ first, last }) => first <= last), 'has a range that ends before it starts')
const contractList = z.string().transform((text, context) => {
  const addresses = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  for (const [index, address] of addresses.entries()) {
    if (!/^0x[0-9a-f]{40}$/.test(address))
      context.addIssue({ code: 'custom', message: `entry ${index + 1} must be an address: 0x and 40 hex digits` })
  }
  if (addresses.length > contractsMax)
    context.addIssue({ code: 'custom', message: `must name at most ${contractsMax} contracts` })
  return [...new Set(addresses)]
})
const apiKeys = z.string().transform((text, context) =>
  text
    .split(',')
    .filter((part) => part.trim())
    .map((part, index) => {
      const [name = '', ...rest] = part.trim().split(':')
      const key = rest.join(':')
      if (!name || key.length < 8)
        context.addIssue({
          code: 'custom',
          message: `entry ${index + 1} must be name:key with a key of at least 8 characters`,
        })
      return { name, key }
    }),
)

const allowedHosts = z.string().transform((text, context) => {
  const entries = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const [index, entry] of entries.entries())
    try {
      parseAllowedHosts([entry])
    } catch {
      context.addIssue({ code: 'custom', message: `entry ${index + 1} must be a host, an address or a network` })
    }
  return entries
})

const corsOrigins = z.string().transform((text, context): '*' | string[] => {
  const entries = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (entries.length === 1 && entries[0] === '*') return '*'
  for (const [index, entry] of entries.entries())
    if (!URL.canParse(entry) || new URL(entry).origin !== entry)
      context.addIssue({ code: 'custom', message: `entry ${index + 1} must be an origin such as https://app.example` })
  return entries
})

const general = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: baseUrl.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:PATH or postgres://…')
    .optional(),
  APTOS_NODE_URL: urlList.optional(),
  APTOS_TESTNET_NODE_URL: urlList.optional(),
  APTOS_START_VERSION: startVersion,
  APTOS_TESTNET_START_VERSION: startVersion,
  APTOS_END_VERSION: lastNumber.optional(),
  APTOS_TESTNET_END_VERSION: lastNumber.optional(),
  APTOS_VERSIONS: blockRanges.optional(),
  APTOS_TESTNET_VERSIONS: blockRanges.optional(),
  APTOS_TOKEN_V2: z.enum(['on', 'off'], 'must be on or off').default('off'),
  EVM_BASE_URL: baseUrl.optional(),
  APTOS_BASE_URL: baseUrl.optional(),
  AUTH_BASE_URL: baseUrl.optional(),
  UPSTREAM_API_KEY: z.string().optional(),
  UPSTREAM_CALLS_PER_DAY: wholeNumber(1, 1_000_000_000).optional(),
  API_KEYS: apiKeys.default([]),
  INSTANCE_SECRET: z
    .string()
    .refine((text) => Buffer.byteLength(text) >= secretBytesMin, `must have at least ${secretBytesMin} bytes`)
    .optional(),
  RATE_LIMIT_KEY: wholeNumber(1, 1_000_000).default(50),
  RATE_LIMIT_ANONYMOUS: wholeNumber(1, 1_000_000).default(20),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  CORS_ORIGINS: corsOrigins.default('*'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 characters without spaces')
    .optional(),
  ABI_DIR: z.string().optional(),
  LABELS_FILE: z.string().optional(),
  VERIFIED_FILE: z.string().optional(),
  SPAM_FILE: z.string().optional(),
  MEDIA_DIR: z.string().default('.data/media'),
  OUTBOUND_ALLOW: allowedHosts.default([]),
  INDEX_ON_DEMAND: z.enum(['everyone', 'keys', 'off'], 'must be everyone, keys or off').default('everyone'),
  BLOCK_CHECKS: z.enum(['mark', 'refuse', 'off'], 'must be mark, refuse or off').default('mark'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
})

/** Parses the environment once. Empty values count as unset. @throws ConfigError with every fault. */
export const parseConfig = (environment: Environment): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const faults: string[] = []
  const read = <T>(name: string, schema: z.ZodType<T>, value = given[name]): T | undefined => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    faults.push(...parsed.error.issues.map((issue) => `${name} ${issue.message}`))
    return undefined
  }
  const parsed = general.safeParse(given)
  if (!parsed.success) faults.push(...parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
  const evmNodes = evmChains.filter(({ variable }) => variable !== '').flatMap((chain) => readNode(chain, read))
  const publicServices = readPublicServices(environment, read)
  faults.push(...unknownChains(given))
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)

  const values = parsed.data
  const hosted = {
    evmBaseUrl: values.EVM_BASE_URL,
    aptosBaseUrl: values.APTOS_BASE_URL,
    authBaseUrl: values.AUTH_BASE_URL,
    apiKey: values.UPSTREAM_API_KEY,
    callsPerDay: values.UPSTREAM_CALLS_PER_DAY,
  }
  const hasHosted = Boolean(hosted.evmBaseUrl ?? hosted.aptosBaseUrl ?? hosted.authBaseUrl)
  if (hasHosted && !hosted.apiKey) throw new ConfigError(['UPSTREAM_API_KEY must be set where a hosted base URL is'])
  const hasNode = evmNodes.length > 0 || Boolean(values.APTOS_NODE_URL ?? values.APTOS_TESTNET_NODE_URL)
  const demo = !hasHosted && !hasNode
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    databaseUrl: values.DATABASE_URL ?? 'sqlite:.data/spyglass.db',
    evmNodes,
    aptosNodes: { mainnet: values.APTOS_NODE_URL, testnet: values.APTOS_TESTNET_NODE_URL },
    aptosIndex: {
      mainnet: { start: values.APTOS_START_VERSION, end: values.APTOS_END_VERSION, ranges: values.APTOS_VERSIONS },
      testnet: {
        start: values.APTOS_TESTNET_START_VERSION,
        end: values.APTOS_TESTNET_END_VERSION,
        ranges: values.APTOS_TESTNET_VERSIONS,
      },
      withDigitalAssets: values.APTOS_TOKEN_V2 === 'on',
    },
    hosted,
    apiKeys: values.API_KEYS,
    instanceSecret: values.INSTANCE_SECRET === undefined ? undefined : Buffer.from(values.INSTANCE_SECRET),
    rateLimits: { key: values.RATE_LIMIT_KEY, anonymous: values.RATE_LIMIT_ANONYMOUS },
    trustedProxyHops: values.TRUST_PROXY,
    indexOnDemand: values.INDEX_ON_DEMAND,
    corsOrigins: values.CORS_ORIGINS,
    metricsToken: values.METRICS_TOKEN,
    blockChecks: values.BLOCK_CHECKS,
    logLevel: values.LOG_LEVEL,
    outside: {
      ...publicServices,
      outboundAllow: values.OUTBOUND_ALLOW,
      abiDir: values.ABI_DIR,
      labelsFile: values.LABELS_FILE,
      verifiedFile: values.VERIFIED_FILE,
      spamFile: values.SPAM_FILE,
      mediaDir: values.MEDIA_DIR,
    },
    secrets: [
      ...(hosted.apiKey ? [hosted.apiKey] : []),
      ...(values.INSTANCE_SECRET ? [values.INSTANCE_SECRET] : []),
      ...(values.METRICS_TOKEN ? [values.METRICS_TOKEN] : []),
      ...values.API_KEYS.map(({ key }) => key),
      ...urlSecrets([
        values.DATABASE_URL,
        ...evmNodes.flatMap(({ urls }) => urls),
        ...(values.APTOS_NODE_URL ?? []),
        ...(values.APTOS_TESTNET_NODE_URL ?? []),
      ]),
    ],
    demo,
  }
}

const publicDefaults = {
  IPFS_GATEWAYS: 'https://ipfs.io,https://dweb.link,https://gateway.pinata.cloud',
  ARWEAVE_GATEWAY: 'https://arweave.net',
  SOURCIFY_URL: 'https://sourcify.dev/server',
}

/** Public services are used unless they are named otherwise; named as nothing, they are off. */
const readPublicServices = (
  environment: Environment,
  read: <T>(name: string, schema: z.ZodType<T>, value?: string) => T | undefined,
) => {
  const textOf = (name: keyof typeof publicDefaults): string => (environment[name] ?? publicDefaults[name]).trim()
  const urlOf = (name: keyof typeof publicDefaults): string | undefined =>
    textOf(name) === '' ? undefined : read(name, baseUrl, textOf(name))
  const gateways = textOf('IPFS_GATEWAYS') === '' ? [] : read('IPFS_GATEWAYS', urlList, textOf('IPFS_GATEWAYS'))
  const arweave = urlOf('ARWEAVE_GATEWAY')
  return {
    ipfsGateways: (gateways ?? []).map((url) => `${url.replace(/\/ipfs$/, '')}/ipfs/`),
    arweaveGateway: arweave && `${arweave}/`,
    sourcifyUrl: urlOf('SOURCIFY_URL'),
  }
}

/** Passwords, and the paths and queries in which node providers put their keys. */
const urlSecrets = (urls: readonly (string | undefined)[]): string[] =>
  urls.flatMap((text) => {
    if (text === undefined || !URL.canParse(text)) return []
    const url = new URL(text)
    const keyLike = [...url.pathname.split('/'), ...url.searchParams.values()].filter((part) => part.length >= 16)
    return [decodeURIComponent(url.password), ...keyLike].filter((part) => part.length >= 8)
  })

const defaultBeforeHead = 5_000

const readNode = (
  { name, variable }: Pick<EvmChain, 'variable'> & { name: ChainName },
  read: <T>(name: string, schema: z.ZodType<T>) => T | undefined,
): EvmNodeConfig[] => {
  const urls = read(`NODE_URL_${variable}`, urlList.optional())
  const start = read(`START_BLOCK_${variable}`, startBlock.optional())
  const end = read(`END_BLOCK_${variable}`, lastNumber.optional())
  const ranges = read(`BLOCKS_${variable}`, blockRanges.optional())
  const contracts = read(`CONTRACTS_${variable}`, contractList.optional())
  if (urls === undefined) return []
  const fallback: StartBlock = name === 'local' ? { at: 0 } : { beforeHead: defaultBeforeHead }
  return [{ chain: name, urls, start: start ?? fallback, end, ranges, contracts }]
}

/** A misspelt chain would otherwise be silently not indexed. */
const unknownChains = (given: Environment): string[] => {
  const known = new Set<string>(evmChains.map(({ variable }) => variable))
  return Object.keys(given).flatMap((name) => {
    const suffix = /^(?:NODE_URL|START_BLOCK|END_BLOCK|BLOCKS|CONTRACTS)_([A-Z_]+)$/.exec(name)?.[1]
    if (suffix === undefined || known.has(suffix)) return []
    return [`${name} names no known chain: use one of ${[...known].filter(Boolean).join(', ')}`]
  })
}

let loaded: Config | undefined

/** The configuration of this process: the only reader of its environment. `.env` fills in what is not set. */
export const loadConfig = (): Config => {
  if (loaded === undefined) {
    if (existsSync('.env')) loadEnvFile('.env')
    loaded = parseConfig(process.env)
  }
  return loaded
}
