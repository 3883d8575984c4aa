import * as z from 'zod'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { parseAllowedHosts } from '#lib/outbound/allowed-hosts.ts'

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

export const allowedHosts = z.string().transform((text, context) => {
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
