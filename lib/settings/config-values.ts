import * as z from 'zod'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { parseAllowedHosts } from '#lib/outbound/allowed-hosts.ts'
import type { Environment, SettingReader } from './setting-reader.ts'

/* The forms of single settings. Each message follows the name of its setting: `must be …`. */

/** Where indexing starts: a block, the head, or that many blocks before it. */
export type StartBlock = { at: number } | { beforeHead: number }

const contractsMax = 500

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
export const wholeNumber = (min: number, max: number) =>
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
export const baseUrl = httpUrl.transform(withoutEndSlashes)
export const urlList = z
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
export const startBlock = startAt('block')
export const lastNumber = wholeNumber(0, Number.MAX_SAFE_INTEGER)
export const startVersion = startAt('version')
const blockRange = /^\d{1,15}(?:\s*-\s*\d{1,15})?$/
export const blockRanges = z
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
export const contractsSetting = z.string().transform((text, context) => {
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
const databaseForm = /^(sqlite:.+|postgres(ql)?:\/\/.+)$/
export const databaseUrl = z.string().regex(databaseForm, 'must be sqlite:PATH or postgres://…')
/** What of the traces of a chain is stored. */
export const tracesSetting = z.enum(['values', 'off'], 'must be values or off')
export type TracesSetting = z.infer<typeof tracesSetting>
export const onOrOff = z.enum(['on', 'off'], 'must be on or off')
export const apiKeys = z.string().transform((text, context) =>
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

export const corsOrigins = z.string().transform((text, context): '*' | string[] => {
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

/** Sources of metadata outside the chains. */
export type OutsideConfig = {
  /** Base URLs that end in `/ipfs/`, in the order in which they are tried; empty if IPFS is off. */
  ipfsGateways: string[]
  /** Ends in `/`; undefined if Arweave is off. */
  arweaveGateway?: string
  /** Base URL of Sourcify's v2 API; undefined if it is off. */
  sourcifyUrl?: string
  /** Lookup address of a signature service; undefined if there is none. */
  signaturesUrl?: string
  /** Private hosts and networks from which documents may be fetched. */
  outboundAllow: string[]
  abiDir?: string
  /** What a build tool compiled, such as Foundry's `out`. */
  artifactsDir?: string
  /** Folder of Solidity compilers with `list.json`; undefined if only the installed one is used. */
  solcUrl?: string
  /** Where downloaded compilers are kept. */
  solcDir: string
  labelsFile?: string
  verifiedFile?: string
  spamFile?: string
  /** The folder of the previews of images. */
  mediaDir: string
}

/** Reads them from the environment; `environment` includes the settings that are set to nothing. */
export const parseOutside = (environment: Environment, reader: SettingReader): OutsideConfig => ({
  ...parsePublicServices(environment, reader),
  signaturesUrl: reader.read('SIGNATURES_URL', baseUrl.optional()),
  outboundAllow: reader.read('OUTBOUND_ALLOW', allowedHosts.optional()) ?? [],
  abiDir: reader.given.ABI_DIR,
  artifactsDir: reader.given.ARTIFACTS_DIR,
  solcUrl: reader.read('SOLC_URL', baseUrl.optional()),
  solcDir: reader.given.SOLC_DIR ?? '.data/solc',
  labelsFile: reader.given.LABELS_FILE,
  verifiedFile: reader.given.VERIFIED_FILE,
  spamFile: reader.given.SPAM_FILE,
  mediaDir: reader.given.MEDIA_DIR ?? '.data/media',
})

const publicDefaults = {
  IPFS_GATEWAYS: 'https://ipfs.io,https://dweb.link,https://gateway.pinata.cloud',
  ARWEAVE_GATEWAY: 'https://arweave.net',
  SOURCIFY_URL: 'https://sourcify.dev/server',
}

/** Each public service has a default; an empty value turns it off. */
const parsePublicServices = (environment: Environment, { read }: SettingReader) => {
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
