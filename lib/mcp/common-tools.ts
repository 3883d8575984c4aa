import * as z from 'zod'
import * as parameters from '#lib/api/input/parameters.ts'
import { badParameter, isServiceError } from '#lib/base/errors.ts'
import { wholeList } from './page.ts'
import type { McpChain, ScopedMcpParts } from './parts.ts'
import { type McpTool, mcpTool, type ToolCall } from './tool.ts'

const chainText = () =>
  parameters.text({ max: 40 }).optional().describe('A chain as index_status lists it. Default: all chains.')
const cursor = () => parameters.cursor().optional().describe('The cursor that `next` of the last answer names.')

const searchedMax = 128

/** The families that the caller's key is for. */
const allowed = (parts: readonly ScopedMcpParts[], { scopes }: ToolCall): readonly ScopedMcpParts[] =>
  parts.filter(({ scope }) => scopes?.includes(scope) ?? true)

const readChains = async (parts: readonly ScopedMcpParts[], call: ToolCall): Promise<McpChain[]> =>
  (await Promise.all(allowed(parts, call).map(({ chains }) => chains(call)))).flat()

const indexStatus = (parts: readonly ScopedMcpParts[]): McpTool =>
  mcpTool({
    name: 'index_status',
    title: 'Chains and what is indexed',
    description:
      'The chains of this server: the newest indexed block or version, the head, the indexed ranges, and what is stored of each (internal ' +
      'transfers, prices). Call it first: names of chains are arguments of the other tools, and nothing outside the ranges is known here.',
    input: z.object({ chain: chainText(), cursor: cursor() }),
    answer: async ({ chain, cursor }, call) => {
      const all = await readChains(parts, call)
      const chains = all.filter((one) => chain === undefined || one.chain === chain.toLowerCase())
      if (chain !== undefined && chains.length === 0)
        throw badParameter('chain', `is not served here: expected one of ${namesOf(all)}`)
      const [only] = chains
      return {
        chain: chain === undefined ? null : (only?.chain ?? null),
        block: chain === undefined ? null : (only?.indexed ?? null),
        coverage: chain === undefined ? null : (only?.coverage ?? null),
        facts: { chain_count: chains.length },
        list: { name: 'chains', page: await wholeList(chains, cursor) },
      }
    },
  })

const namesMax = 20
const namesOf = (chains: readonly McpChain[]): string =>
  chains
    .slice(0, namesMax)
    .map(({ chain }) => chain)
    .join(', ') + (chains.length > namesMax ? ', …' : '')

const search = (parts: readonly ScopedMcpParts[]): McpTool =>
  mcpTool({
    name: 'search',
    title: 'Search',
    description:
      'Finds addresses, transactions, blocks, tokens, NFT collections and names: by an id, a link to an explorer, an ENS name, a label, or the ' +
      'beginning of a word of a name or symbol. Anyone may name a token like a well-known one: see possible_spam.',
    input: z.object({
      query: parameters.text({ max: searchedMax }).describe('An address, a hash, a number, a name or a link.'),
      chain: chainText(),
      cursor: cursor(),
    }),
    answer: async ({ query, chain, cursor }, call) => {
      const found = await Promise.all(
        allowed(parts, call).map((part) => part.search(query, chain?.toLowerCase(), call).catch(ignoreUnserved)),
      )
      const answers = found.filter((one) => one !== undefined)
      if (chain !== undefined && answers.length === 0)
        throw badParameter('chain', `is not served here: expected one of ${namesOf(await readChains(parts, call))}`)
      const unanswered = answers.flatMap((one) => one.unanswered)
      return {
        chain: chain?.toLowerCase() ?? null,
        block: null,
        coverage: null,
        ...(unanswered.length > 0 && { facts: { chains_that_gave_no_answer: unanswered } }),
        list: {
          name: 'matches',
          page: await wholeList(
            answers.flatMap(({ matches }) => matches),
            cursor,
          ),
        },
        hint: 'A match by name may be an imitation; get_address, get_token, get_transaction or get_block show what it is. An empty list means that nothing indexed here matches.',
      }
    },
  })

const ignoreUnserved = (error: unknown): undefined => {
  if (isServiceError(error, 'chain_not_served') || isServiceError(error, 'not_available')) return undefined
  throw error
}

/** Tools over all families, which come first. */
export const commonTools = (parts: readonly ScopedMcpParts[]): readonly McpTool[] => [indexStatus(parts), search(parts)]
