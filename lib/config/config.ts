import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import * as z from 'zod'
import { demoDocument } from '#lib/demo/archive.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import {
  apiKeys,
  baseUrl,
  corsOrigins,
  databaseUrl,
  type OutsideConfig,
  parseOutside,
  wholeNumber,
} from '#lib/settings/config-values.ts'
import type { SettingName } from '#lib/settings/descriptions.ts'
import {
  createSettingReader,
  type Environment,
  type FamilySettings,
  parseSite,
  type SettingReader,
} from '#lib/settings/setting-reader.ts'
import type { Picture } from '#lib/site/picture.ts'
import { reservedSlugs } from '#lib/site/reserved-slugs.ts'
import { type Site, setSite } from '#lib/site/site.ts'
import { familyConfigs } from './family-configs.ts'

type FamilyConfigs = typeof familyConfigs

/** Where the rows of one chain are, and the setting that says so. */
type ChainDatabase = { variable: string; url: string }

export type Config = {
  port: number
  host: string
  siteUrl: string
  /** How the operator brands the site. */
  site: Site
  siteLogo?: Picture
  databaseUrl: string
  /** A replica of it, for lists. */
  databaseReadUrl?: string
  /** Databases of single chains, by the chain's name in URLs. */
  chainDatabases: Readonly<Record<string, ChainDatabase>>
  /** The settings of each chain family, by its name. */
  families: { [Name in keyof FamilyConfigs]: ReturnType<FamilyConfigs[Name]['parse']> }
  hosted: {
    authBaseUrl?: string
    apiKey?: string
    /** Calls with that key on one day (UTC), by all processes together. */
    callsPerDay?: number
  }
  apiKeys: { name: string; key: string }[]
  /** Signs cookies and cursors; undefined if the database keeps one of its own. */
  instanceSecret?: Uint8Array
  /** Requests a second. */
  rateLimits: { key: number; anonymous: number }
  trustedProxyHops: number
  /** Whose pages may read the API. */
  corsOrigins: '*' | string[]
  /** Token required for metrics and the detailed part of health. */
  metricsToken?: string
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  outside: OutsideConfig
  /** Values that must never appear in a log or an error: keys, and the parts of URLs that may be keys. */
  secrets: string[]
  /** No source of any family is configured: the bundled ledger is shown. */
  demo: boolean
  /** `now`: the demo ledger ends when its database was made. */
  demoTimes: 'now' | 'recorded'
}

/** Every fault of the environment at once, in words for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n  ${faults.join('\n  ')}`,
    )
    this.faults = faults
  }
}

const secretBytesMin = 32

const chainDatabaseUrl = databaseUrl.refine((url) => url !== 'sqlite::memory:', 'must be sqlite:PATH or postgres://…')

const general = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: baseUrl.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/.+$/, 'must be postgres://…')
    .optional(),
  AUTH_BASE_URL: baseUrl.optional(),
  UPSTREAM_API_KEY: z.string().optional(),
  UPSTREAM_CALLS_PER_DAY: wholeNumber(1, 1_000_000_000).optional(),
  API_KEYS: apiKeys.default([]),
  DEMO_TIMES: z.enum(['now', 'recorded'], 'must be now or recorded').default('now'),
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
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
} satisfies Partial<Record<SettingName, z.ZodType>>)

/** Parses the environment once. Empty values count as unset. @throws ConfigError with every fault. */
export const parseConfig = (environment: Environment): Config => {
  const reader = createSettingReader(environment)
  const { given, faults } = reader
  const parsed = general.safeParse(given)
  if (!parsed.success) faults.push(...parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
  const families = parseFamilies(reader)
  const chainDatabases = parseChainDatabases(reader, Object.values(families))
  const site = parseSite(reader)
  const outside = parseOutside(environment, reader)
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)

  const values = parsed.data
  const all: readonly FamilySettings[] = Object.values(families)
  const hasHosted = [values.AUTH_BASE_URL, ...all.map(({ hostedBaseUrl }) => hostedBaseUrl)].some(Boolean)
  if (hasHosted && !values.UPSTREAM_API_KEY)
    throw new ConfigError(['UPSTREAM_API_KEY must be set where a hosted base URL is'])
  if (values.DATABASE_READ_URL && !values.DATABASE_URL?.startsWith('postgres'))
    throw new ConfigError(['DATABASE_READ_URL is a replica of DATABASE_URL, which must be postgres://…'])
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    ...site,
    databaseUrl: values.DATABASE_URL ?? 'sqlite:.data/spyglass.db',
    databaseReadUrl: values.DATABASE_READ_URL,
    chainDatabases,
    families,
    hosted: {
      authBaseUrl: values.AUTH_BASE_URL,
      apiKey: values.UPSTREAM_API_KEY,
      callsPerDay: values.UPSTREAM_CALLS_PER_DAY,
    },
    apiKeys: values.API_KEYS,
    instanceSecret: values.INSTANCE_SECRET === undefined ? undefined : Buffer.from(values.INSTANCE_SECRET),
    rateLimits: { key: values.RATE_LIMIT_KEY, anonymous: values.RATE_LIMIT_ANONYMOUS },
    trustedProxyHops: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    outside,
    secrets: [
      ...[values.UPSTREAM_API_KEY, values.INSTANCE_SECRET, values.METRICS_TOKEN].flatMap((secret) => secret ?? []),
      ...values.API_KEYS.map(({ key }) => key),
      ...urlSecrets([
        ...[values.DATABASE_URL, values.DATABASE_READ_URL, ...Object.values(chainDatabases).map(({ url }) => url)],
        ...all.flatMap(({ nodeUrls }) => nodeUrls),
      ]),
    ],
    demoTimes: values.DEMO_TIMES,
    demo: !hasHosted && all.every(({ nodeUrls }) => nodeUrls.length === 0),
  }
}

const parseFamilies = (reader: SettingReader): Config['families'] => {
  const slugs = new Set([...reservedSlugs, ...Object.values(familyConfigs).flatMap((family) => family.slugs)])
  const parsed = Object.entries(familyConfigs).map(([name, { parse }]) => [name, parse(reader, slugs)])
  return Object.fromEntries(parsed)
}

const chainDatabase = /^DATABASE_URL_([A-Z0-9_]+)$/

/** `DATABASE_URL_<CHAIN>`. A misspelt chain would otherwise silently stay in the main database. */
const parseChainDatabases = (
  { given, faults, read }: SettingReader,
  families: readonly FamilySettings[],
): Config['chainDatabases'] => {
  const chains = new Map(families.flatMap(({ chains = [] }) => chains.map(({ variable, name }) => [variable, name])))
  const parsed = Object.keys(given).flatMap((key) => {
    const suffix = chainDatabase.exec(key)?.[1]
    if (suffix === undefined) return []
    const variable = `DATABASE_URL_${suffix}` as const
    const name = chains.get(suffix)
    if (name === undefined) {
      faults.push(`${variable} does not name a known chain: use one of ${[...chains.keys()].join(', ')}`)
      return []
    }
    const url = read(variable, chainDatabaseUrl)
    return url === undefined ? [] : [[name, { variable, url }] as const]
  })
  return Object.fromEntries(parsed)
}

/** Passwords, and the paths and queries in which node providers put their keys. */
const urlSecrets = (urls: readonly (string | undefined)[]): string[] =>
  urls.flatMap((text) => {
    if (text === undefined || !URL.canParse(text)) return []
    const url = new URL(text)
    const keyLike = [...url.pathname.split('/'), ...url.searchParams.values()].filter((part) => part.length >= 16)
    return [decodeURIComponent(url.password), ...keyLike].filter((part) => part.length >= 8)
  })

/** The settings of all families. */
export const familySettings = ({ families }: Config): readonly FamilySettings[] => Object.values(families)

let loaded: Config | undefined

/** The configuration of this process: the only code that reads its environment. `.env` adds missing variables. */
export const loadConfig = (): Config => {
  if (loaded === undefined) {
    if (existsSync('.env')) loadEnvFile('.env')
    loaded = parseConfig(process.env)
    for (const { apply } of familySettings(loaded)) apply?.()
    setSite(loaded.site)
  }
  return loaded
}

/** Sources of on-chain documents and images, for every chain family. */
export const documentSources = ({ outside: { ipfsGateways, arweaveGateway }, demo }: Config, outbound: Outbound) => ({
  outbound,
  uriOptions: { ipfsGateways, arweaveGateway },
  localDocument: demo ? demoDocument : undefined,
})
