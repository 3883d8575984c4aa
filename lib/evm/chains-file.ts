import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import {
  baseUrl,
  contractsSetting,
  lastNumber,
  onOrOff,
  type StartBlock,
  startBlock,
  type TracesSetting,
  tracesSetting,
} from '#lib/settings/config-values.ts'
import { type Picture, PictureFault, readPicture } from '#lib/site/picture.ts'
import { wellKnownChains } from './api/chains.ts'
import type { EvmChain } from './api/own-chains.ts'

/** A chain that the operator added, and its indexing settings. */
export type OwnChain = EvmChain & {
  indexing: {
    urls?: string[]
    start?: StartBlock
    end?: number
    contracts?: string[]
    traces?: TracesSetting
    fanout?: 'on' | 'off'
    publicUrl?: string
  }
  picture?: Picture
}

const chainsMax = 100
const slugLengthMax = 32
/** The largest id that a `chain` parameter can name: 13 hex digits. */
const idMax = 2 ** 52 - 1
/** Used if a node has no `finalized` tag. */
const finalityDefault = 64

const entrySchema = z.strictObject({
  slug: z
    .string('must be a short name such as my-chain')
    .max(slugLengthMax, `must have at most ${slugLengthMax} characters`)
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single dashes, such as my-chain'),
  name: z.string('must be a name of 1 to 40 characters').trim().min(1, 'is empty').max(40, 'has over 40 characters'),
  id: z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^0x[0-9a-f]{1,13}$/i)
          .transform(Number),
      ],
      'must be a chain id such as 1337 or "0x539"',
    )
    .refine((id) => id >= 1 && id <= idMax, `must be between 1 and ${idMax}`),
  symbol: z
    .string('must be the symbol of the native coin')
    .regex(/^\S{1,12}$/u, 'must be 1 to 12 characters without spaces'),
  decimals: z.int('must be a whole number').min(0, 'must be at least 0').max(36, 'must be at most 36').default(18),
  nodes: z.array(baseUrl, 'must be a list of URLs').min(1, 'must name at least one URL').optional(),
  start: z
    .union([z.string(), z.int().transform(String)])
    .pipe(startBlock)
    .optional(),
  end: lastNumber.optional(),
  contracts: z.array(z.string(), 'must be a list of addresses').transform(String).pipe(contractsSetting).optional(),
  traces: tracesSetting.optional(),
  fanout: onOrOff.optional(),
  public_node: baseUrl.optional(),
  finality_blocks: z.int('must be a whole number').min(1, 'must be at least 1').max(100_000).default(finalityDefault),
  devnet: z.boolean('must be true or false').default(false),
  icon: z.string('must be the path of a picture file or inline SVG').optional(),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3366cc')
    .toLowerCase()
    .optional(),
})

type Entry = z.infer<typeof entrySchema>

const variableOf = (slug: string): string => slug.toUpperCase().replaceAll('-', '_')

/** Reads the operator's chains; every fault is added to `faults`, as a line that names the file, the entry and the field. */
export const readChainsFile = (path: string, faults: string[], reservedSlugs: ReadonlySet<string>): OwnChain[] => {
  const say = (text: string): void => void faults.push(`CHAINS_FILE ${path}${text}`)
  const written = readJson(path, say)
  if (written === undefined) return []
  if (!Array.isArray(written) || written.length > chainsMax) {
    say(` must be a JSON list of at most ${chainsMax} chains`)
    return []
  }
  const chains: OwnChain[] = []
  for (const [index, value] of written.entries()) {
    const report = (text: string): void => say(`, entry ${index + 1}${titleOf(value)}: ${text}`)
    const parsed = entrySchema.safeParse(value)
    if (!parsed.success) for (const issue of parsed.error.issues) report(issueText(issue))
    else {
      const chain = chainOf(parsed.data, dirname(path), report)
      const fault = reservedSlugs.has(chain.name)
        ? 'slug is the name of a page'
        : collision(chain, [...wellKnownChains, ...chains])
      if (fault) report(fault)
      chains.push(chain)
    }
  }
  return chains
}

const readJson = (path: string, say: (text: string) => void): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    say(error instanceof SyntaxError ? ' is not valid JSON' : ' cannot be read')
    return undefined
  }
}

const titleOf = (entry: unknown): string => {
  const slug = typeof entry === 'object' && entry !== null && 'slug' in entry ? entry.slug : undefined
  return typeof slug === 'string' ? ` (${slug.slice(0, slugLengthMax)})` : ''
}

const issueText = ({ path, message, ...issue }: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') return `has the unknown field ${issue.keys.join(', ')}`
  return path.length === 0 ? 'must be an object' : `${path.join('.')} ${message}`
}

const chainOf = (entry: Entry, folder: string, say: (text: string) => void): OwnChain => {
  const { slug, name, id, symbol, decimals, devnet, finality_blocks, icon, colour } = entry
  const { nodes, start, end, contracts, traces, fanout, public_node } = entry
  const picture = icon === undefined ? undefined : pictureOf(icon, folder, say)
  return {
    name: slug,
    title: name,
    id,
    variable: variableOf(slug),
    symbol,
    decimals,
    finalityBlocks: finality_blocks,
    isDevnet: devnet,
    isPrivate: true,
    icon: picture?.path,
    colour,
    indexing: { urls: nodes, start, end, contracts, traces, fanout, publicUrl: public_node },
    picture,
  }
}

const pictureOf = (icon: string, folder: string, say: (text: string) => void): Picture | undefined => {
  try {
    return readPicture(icon, folder)
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error
    say(`icon ${error.message}`)
    return undefined
  }
}

/** Rows are stored under the chain's id, and URLs name it by its slug: neither may mean two chains. */
const collision = ({ name, id, variable }: OwnChain, others: readonly EvmChain[]): string | undefined => {
  const sameName = others.find((other) => other.variable === variable || other.name === name)
  if (sameName) return `slug is already the name of ${sameName.title}`
  const sameId = others.find((other) => other.id === id)
  if (!sameId) return undefined
  const remedy = sameId.isPrivate ? '' : `: set NODE_URL_${sameId.variable}, or NODE_URL_LOCAL for a local fork of it`
  return `id ${id} is already the id of ${sameId.title}${remedy}`
}
