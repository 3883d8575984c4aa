import * as z from 'zod'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { FullNodes } from './full-nodes.ts'
import { inParts, parsed, unusable } from './node-answers.ts'
import type { AptosLedger, FullNodeQuestion } from './request-node.ts'

/** A resource as the node returns it; `data` follows the type's definition, and is all of an item in another form. */
const moveResource = z
  .object({ type: z.string().min(1), data: z.unknown() })
  .catch(({ value }) => ({ type: 'unknown', data: value }))

const abilities = z.array(z.string())
const genericTypeParams = z.array(z.object({ constraints: abilities.catch([]) }).catch({ constraints: [] }))

const moveFunction = z.object({
  name: z.string(),
  visibility: z.string(),
  is_entry: z.boolean(),
  is_view: z.boolean().catch(false),
  generic_type_params: genericTypeParams,
  params: z.array(z.string()),
  return: z.array(z.string()),
})

const fields = z.array(z.object({ name: z.string(), type: z.string() })).catch([])

const moveStruct = z.object({
  name: z.string(),
  is_native: z.boolean(),
  is_event: z.boolean().catch(false),
  abilities,
  generic_type_params: genericTypeParams,
  fields,
  /** An enum of Move 2 has variants in place of fields; nodes before it leave both out. */
  is_enum: z.boolean().catch(false),
  variants: z.array(z.object({ name: z.string(), fields })).catch([]),
})

/** `GET /v1/accounts/{address}/module/{name}`. A node that cannot read the bytecode leaves the ABI out. */
const moveModule = z.object({
  bytecode: z.string().regex(/^0x[0-9a-fA-F]*$/),
  abi: z
    .object({
      address: z.string(),
      name: z.string(),
      friends: z.array(z.string()),
      exposed_functions: z.array(moveFunction),
      structs: z.array(moveStruct),
    })
    .nullish()
    // The module is shown without an ABI in another form.
    .catch(null),
})

export type MoveResource = z.output<typeof moveResource>
export type MoveModule = z.output<typeof moveModule>
export type MoveStruct = z.output<typeof moveStruct>

/** A list of an account's state; `isWhole` is false if it was longer than the limit. */
type StateList<Item> = { items: Item[]; isWhole: boolean }

/**
 * The state of accounts at a ledger version. @throws ServiceError from every call: `not_available` for state that the node
 * has pruned or does not serve.
 */
export type StateReader = {
  /** The version to read at: the newest, or the one asked for. @throws `invalid_request` beyond the ledger. */
  version(asked: string | undefined, signal?: AbortSignal): Promise<number>
  /** In the node's order; empty for an address without state. */
  resources(address: string, version: number, signal?: AbortSignal): Promise<StateList<MoveResource>>
  /** The fields of a resource; undefined if the address has none of this type. */
  resource(address: string, type: string, version: number, signal?: AbortSignal): Promise<unknown>
  modules(address: string, version: number, signal?: AbortSignal): Promise<StateList<MoveModule>>
  module(address: string, name: string, version: number, signal?: AbortSignal): Promise<MoveModule | undefined>
  /** An item of a table by its key; undefined if the table has none. */
  tableItem(handle: string, item: TableKey, version: number, signal?: AbortSignal): Promise<unknown>
  /** Runs a view function. @throws CallFailed with the node's message if it fails. */
  view(call: ViewCall, version: number, signal?: AbortSignal): Promise<unknown[]>
}

/** A key, and the types by which a node reads the item. */
type TableKey = { key_type: string; value_type: string; key: unknown }

type ViewCall = { function: string; type_arguments: readonly string[]; arguments: readonly unknown[] }

/** Resources or modules of one request; nodes allow up to 9,999. */
const pageSize = 1_000
/** Requests for one list. */
const pagesMax = 3

/** A node without these routes says so with this name. */
const optional = 'the state of accounts'

const resourceList = parsed(moveResource.array())
const moduleList = parsed(moveModule.array())
const oneResource = parsed(z.object({ data: z.unknown() }))
const viewResult = parsed(z.array(z.unknown()))
const oneModule = parsed(moveModule)

export const createStateReader = (
  nodes: FullNodes,
  ledgerInfo: (signal?: AbortSignal) => Promise<AptosLedger>,
): StateReader => {
  /** Undefined if there is no such item at this version. */
  const ask = async <T>(
    question: FullNodeQuestion,
    version: number,
    read: (body: unknown, cursor: string | undefined) => T,
    signal: AbortSignal | undefined,
  ): Promise<T | undefined> => {
    const query = { ...question.query, ledger_version: String(version) }
    const answer = await nodes.ask({ ...question, query }, read, { signal, minimumHead: version })
    if (answer.kind === 'answer') return answer.value
    if (answer.missing === 'pruned') throw prunedState(version)
    return undefined
  }

  const list = async <Item>(
    path: string,
    version: number,
    read: (body: unknown) => Item[],
    signal: AbortSignal | undefined,
  ): Promise<StateList<Item>> => {
    const items: Item[] = []
    let start: string | undefined
    for (let page = 0; page < pagesMax; page++) {
      const from = start
      const part = await inParts(pageSize, (limit) => {
        const query = { limit: String(limit), ...(from !== undefined && { start: from }) }
        return ask({ path, query, optional }, version, (body, cursor) => ({ items: read(body), cursor }), signal)
      })
      items.push(...(part?.items ?? []))
      start = part?.cursor
      if (start === undefined) return { items, isWhole: true }
    }
    return { items, isWhole: false }
  }

  return {
    version: async (asked, signal) => {
      const { newestVersion } = await ledgerInfo(signal)
      if (asked === undefined) return newestVersion
      if (BigInt(asked) <= BigInt(newestVersion)) return Number(asked)
      throw badParameter('ledger_version', `is above the newest version: expected at most ${newestVersion}`)
    },
    resources: (address, version, signal) => list(`/accounts/${address}/resources`, version, resourceList, signal),
    resource: async (address, type, version, signal) =>
      (await ask({ path: `/accounts/${address}/resource/${type}`, optional }, version, oneResource, signal))?.data,
    modules: (address, version, signal) => list(`/accounts/${address}/modules`, version, moduleList, signal),
    module: (address, name, version, signal) =>
      ask({ path: `/accounts/${address}/module/${name}`, optional }, version, oneModule, signal),
    tableItem: (handle, item, version, signal) => {
      const question = { path: `/tables/${handle}/item`, body: item, optional: 'items of tables' }
      return ask(question, version, (body) => body, signal)
    },
    view: async (call, version, signal) => {
      const question = { path: '/view', body: call, optional: 'view functions' }
      const result = await ask(question, version, viewResult, signal)
      if (result) return result
      throw unusable('The Aptos node does not have this version yet.')
    },
  }
}

const prunedState = (version: number): ServiceError =>
  new ServiceError(
    'not_available',
    `The Aptos node no longer keeps the state at version ${version}. An archive node has it.`,
  )
