import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import * as z from 'zod'
import { wellKnownChains } from '#lib/evm/contract/chains.ts'
import { defineOwnChains, type EvmChain } from '#lib/evm/contract/own-chains.ts'
import { type OwnChain, readChainsFile } from '#lib/site/chains-file.ts'
import { type Picture, PictureFault, readPicture } from '#lib/site/picture.ts'
import { readableAccent } from '#lib/site/readable-accent.ts'
import { type Site, setSite, spyglass } from '#lib/site/site.ts'
import {
  allowedHosts,
  apiKeys,
  type BlockRange,
  baseUrl,
  blockRanges,
  contractList,
  corsOrigins,
  lastNumber,
  type StartBlock,
  startBlock,
  startVersion,
  urlList,
  wholeNumber,
} from './config-values.ts'

/** One EVM chain to index: its nodes, and either a start (with an optional end) or only some ranges. */
export type EvmNodeConfig = {
  chain: string
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
  /** How the operator brands the site. */
  site: Site
  siteLogo?: Picture
  databaseUrl: string
  evmNodes: EvmNodeConfig[]
  /** The operator's own chains, of `CHAINS_FILE`. */
  ownChains: readonly OwnChain[]
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

const secretBytesMin = 32

const general = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: baseUrl.optional(),
  SITE_NAME: z
    .string()
    .trim()
    .max(40, 'has over 40 characters')
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'has invisible characters')
    .default(spyglass.name),
  SITE_LOGO: z.string().optional(),
  SITE_COLOUR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3366cc')
    .toLowerCase()
    .optional(),
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
  const ownChains = given.CHAINS_FILE ? readChainsFile(given.CHAINS_FILE, faults) : []
  const chains = [...wellKnownChains.filter(({ variable }) => variable !== ''), ...ownChains]
  const evmNodes = chains.flatMap((chain) => readNode(chain, read))
  faults.push(...chainsWithoutNode(ownChains, evmNodes))
  const siteLogo = readLogo(given.SITE_LOGO, faults)
  const publicServices = readPublicServices(environment, read)
  faults.push(...unknownChains(given, chains))
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
    site: {
      name: values.SITE_NAME,
      logo: siteLogo?.path,
      drawnLogo: siteLogo && dataUrl(siteLogo),
      accent: values.SITE_COLOUR === undefined ? undefined : readableAccent(values.SITE_COLOUR),
    },
    siteLogo,
    databaseUrl: values.DATABASE_URL ?? 'sqlite:.data/spyglass.db',
    evmNodes,
    ownChains,
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

const readLogo = (pathOrSvg: string | undefined, faults: string[]): Picture | undefined => {
  if (pathOrSvg === undefined) return undefined
  try {
    return readPicture(pathOrSvg, '.')
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error
    faults.push(`SITE_LOGO ${error.message}`)
    return undefined
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

/** WebP cannot be drawn into link previews. */
const dataUrl = ({ type, bytes }: Picture): string | undefined =>
  type === 'image/webp' ? undefined : `data:${type};base64,${bytes.toString('base64')}`

/** A variable takes precedence over what `CHAINS_FILE` says. */
const readNode = (
  chain: EvmChain & Partial<Pick<OwnChain, 'indexing'>>,
  read: <T>(name: string, schema: z.ZodType<T>) => T | undefined,
): EvmNodeConfig[] => {
  const { name, variable, isDevnet, indexing } = chain
  const urls = read(`NODE_URL_${variable}`, urlList.optional()) ?? indexing?.urls
  const start = read(`START_BLOCK_${variable}`, startBlock.optional()) ?? indexing?.start
  const end = read(`END_BLOCK_${variable}`, lastNumber.optional()) ?? indexing?.end
  const ranges = read(`BLOCKS_${variable}`, blockRanges.optional())
  const contracts = read(`CONTRACTS_${variable}`, contractList.optional()) ?? indexing?.contracts
  if (urls === undefined) return []
  const fallback: StartBlock = isDevnet ? { at: 0 } : { beforeHead: defaultBeforeHead }
  return [{ chain: name, urls, start: start ?? fallback, end, ranges, contracts }]
}

const chainsWithoutNode = (ownChains: readonly OwnChain[], evmNodes: readonly EvmNodeConfig[]): string[] =>
  ownChains
    .filter(({ name }) => !evmNodes.some(({ chain }) => chain === name))
    .map(
      ({ name, variable }) =>
        `CHAINS_FILE names no node of ${name}: add nodes to its entry, or set NODE_URL_${variable}`,
    )

/** A misspelt chain would otherwise be silently not indexed. */
const unknownChains = (given: Environment, chains: readonly EvmChain[]): string[] => {
  const known = new Set(chains.map(({ variable }) => variable))
  return Object.keys(given).flatMap((name) => {
    const suffix = /^(?:NODE_URL|START_BLOCK|END_BLOCK|BLOCKS|CONTRACTS)_([A-Z0-9_]+)$/.exec(name)?.[1]
    if (suffix === undefined || known.has(suffix)) return []
    return [`${name} names no known chain: use one of ${[...known].join(', ')}`]
  })
}

let loaded: Config | undefined

/** The configuration of this process: the only reader of its environment. `.env` fills in what is not set. */
export const loadConfig = (): Config => {
  if (loaded === undefined) {
    if (existsSync('.env')) loadEnvFile('.env')
    loaded = parseConfig(process.env)
    defineOwnChains(loaded.ownChains.map(({ indexing: _, picture: __, ...chain }) => chain))
    setSite(loaded.site)
  }
  return loaded
}
