import * as z from 'zod'
import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { decodeCall } from '#lib/evm/abi/decode-call.ts'
import { decodeRevert } from '#lib/evm/abi/decode-revert.ts'
import * as params from '#lib/evm/api/params.ts'
import { contractCallEndpoints } from '#lib/evm/contract/calls-contract.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { simulationEndpoints } from '#lib/evm/simulation/contract.ts'
import { known, rowCursor } from '#lib/mcp/arguments.ts'
import { mapPage, type Page, wholeList } from '#lib/mcp/page.ts'
import { type McpTool, mcpTool, type ToolCall } from '#lib/mcp/tool.ts'
import { askIfKnown } from '#lib/mcp/tool-call.ts'
import { type AskedChain, askedChain, type EvmServices, headOf } from './asked-chain.ts'
import { argumentsOf } from './list-tools.ts'

type Asking = {
  services: EvmServices
  asked: AskedChain
  call: ToolCall
  address: string
  file: string | undefined
  cursor: string | undefined
}
type Part = { facts: Record<string, unknown>; list?: { name: string; page: Page<unknown> }; hint?: string }

const summary = async ({ services, asked, call, address }: Asking): Promise<Part> => {
  const given = { address, chain: asked.chain }
  const [{ answer }, creation] = await Promise.all([
    call.ask((context) => services.explorer.evmContract(given, context)),
    askIfKnown(call, (context) => services.explorer.evmContractCreation(given, context)),
  ])
  const { codes, abilities, standards, roles, proxy } = answer
  return {
    facts: known({
      address,
      is_contract: answer.is_contract,
      proxy,
      codes,
      standards: standards.map(({ name }) => name),
      roles,
      abilities: abilities.map(({ ability, answer: has, functions }) => ({
        ability,
        answer: has,
        functions: functions.map(({ signature }) => signature),
      })),
      created: creation && known({ ...creation, address: null }),
    }),
    hint: 'part=abi lists the functions, part=files the source files; read_contract calls a function.',
  }
}

const abi = async ({ services, asked, call, address, cursor }: Asking): Promise<Part> => {
  const given = { address, chain: asked.chain }
  const { answer } = await call.ask((context) => services.explorer.evmContractFunctions(given, context))
  const declared = (values: readonly { name: string; type: string }[] | null) =>
    (values ?? []).map(({ name, type }) => `${type} ${name}`.trim()).join(', ')
  return {
    facts: { address, function_count: answer.result.length },
    list: {
      name: 'functions',
      page: mapPage(await wholeList(answer.result, cursor), (one) =>
        known({
          selector: one.selector,
          signature: one.signature,
          inputs: declared(one.inputs),
          outputs: declared(one.outputs),
          mutability: one.mutability ?? one.guessed_mutability,
          source: one.source,
        }),
      ),
    },
  }
}

const files = async ({ services, asked, call, address, cursor }: Asking): Promise<Part> => {
  const { answer } = await call.ask((context) =>
    services.explorer.evmContractCode({ address, chain: asked.chain }, context),
  )
  const { sources, implementations } = answer
  return {
    facts: known({
      address,
      abi_source: answer.abi_source,
      implementations: implementations.length > 0 ? implementations : null,
      contract_name: sources?.name,
      main_file: sources?.file,
      compiler: sources?.compiler_version,
      match: sources?.runtime_match,
      note: sources ? null : 'No sources of this contract are known here.',
    }),
    ...(sources && { list: { name: 'files', page: await wholeList(sources.files, cursor) } }),
    hint: 'part=file with file reads one of them.',
  }
}

const file = async ({ services, asked, call, address, file: path, cursor }: Asking): Promise<Part> => {
  const given = { address, chain: asked.chain, ...(path !== undefined && { file: path }) }
  const { answer } = await call.ask((context) => services.explorer.evmContractSource(given, context))
  const { text, path: found, language, license, lines } = answer
  return {
    facts: known({ address, path: found, language, license, line_count: lines }),
    list: { name: 'lines', page: await wholeList(text.split('\n'), cursor) },
  }
}

const parts = { summary, abi, files, file } as const

const getContract = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'get_contract',
    title: 'Contract',
    description:
      'A contract, one part at a time: what it is and can do (proxy, owner, mint, pause, upgrade), its functions, its source files, or one of those files.',
    input: z.object({
      address: params.address().describe('The contract.'),
      chain: params.chain(),
      part: parameters
        .oneOf(Object.keys(parts) as (keyof typeof parts)[])
        .default('summary')
        .describe('What to show.'),
      file: parameters
        .text({ max: 512 })
        .optional()
        .describe('Of part=file: a path of part=files. Default: the file that declares the contract.'),
      cursor: rowCursor(),
    }),
    answer: async ({ address, chain, part, file, cursor }, call) => {
      const asked = await askedChain(services, chain, call)
      return { ...headOf(asked), ...(await parts[part]({ services, asked: asked, call, address, file, cursor })) }
    },
  })

const argumentsForm =
  'a JSON list of the arguments in order, such as ["0x…", "1000"]: numbers as text, tuples and lists as lists'

/** The arguments of a call, as a list or as its JSON. */
const callArguments = () =>
  parameter<unknown, unknown[]>(
    { type: 'list', accepts: argumentsForm, json: { type: 'array', items: {} }, list: true },
    (raw) => {
      const list = typeof raw === 'string' ? parsedList(raw) : raw
      return Array.isArray(list) ? list.map(asText) : new Fault('is not a list')
    },
  )

const parsedList = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asText)
  return typeof value === 'number' ? String(value) : value
}

const readContract = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'read_contract',
    title: 'Read a contract',
    description:
      'Calls a function of a contract on a node, after any block whose state it keeps, and decodes what it returns. Nothing is sent to the chain.',
    input: z.object({
      address: params.address().describe('The contract.'),
      function: parameters.text({ max: 500 }).describe('Signature such as balanceOf(address), selector, or name.'),
      args: callArguments().default([]).describe('Its arguments.'),
      block: contractCallEndpoints.evmContractCalls.input.shape.block_number,
      from: contractCallEndpoints.evmContractCalls.input.shape.from,
      chain: params.chain(),
    }),
    answer: async ({ address, function: name, args, block, from, chain }, call) => {
      const asked = await askedChain(services, chain, call)
      const calls = JSON.stringify([[name, ...args]])
      const { answer } = await call.ask((context) =>
        services.explorer.evmContractCalls({ address, calls, block_number: block, from, chain: asked.chain }, context),
      )
      const [result] = answer.result
      return {
        ...headOf(asked),
        block: answer.block_number,
        facts: known({
          address,
          function_signature: result?.function,
          status: result?.status,
          outputs: result?.outputs,
          output: result?.outputs ? null : result?.output,
          error: result?.error,
        }),
      }
    },
  })

const { from, to, data, value, block_number } = simulationEndpoints.evmSimulation.input.shape

const simulate = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'simulate',
    title: 'Simulate a transaction',
    description:
      'What a transaction would do: outcome, gas, returned values or the reason of a failure, and whose balances would change. Runs on a node, nothing is sent.',
    input: z.object({ from, to, data, value, block: block_number, chain: params.chain(), cursor: rowCursor() }),
    answer: async ({ block, chain, cursor, ...given }, call) => {
      const asked = await askedChain(services, chain, call)
      const { answer } = await call.ask((context) =>
        services.explorer.evmSimulation({ ...given, block_number: block, chain: asked.chain }, context),
      )
      return {
        ...headOf(asked),
        block: answer.block_number,
        facts: known({
          status: answer.status,
          method: answer.method,
          gas_used: answer.gas_used,
          call: answer.call && { signature: answer.call.signature, arguments: argumentsOf(answer.call.arguments) },
          returned: answer.returned,
          output: answer.returned ? null : answer.output,
          error: answer.error,
          reason: answer.reason && {
            signature: answer.reason.signature,
            arguments: argumentsOf(answer.reason.arguments),
          },
          created_contract: answer.created_address,
          event_count: answer.log_count,
          coin_moved_by_contracts_is_included: answer.has_native_changes,
        }),
        list: {
          name: 'balance_changes',
          page: mapPage(await wholeList(answer.balance_changes, cursor), (change) =>
            known({
              address: change.address,
              address_label: change.address_label,
              standard: change.standard,
              token: change.token_address,
              symbol: change.token_address === null ? asked.symbol : change.token_symbol,
              token_id: change.token_id,
              change: change.change,
              change_decimal: changeDecimal(change, asked),
            }),
          ),
        },
      }
    },
  })

const changeDecimal = (
  {
    change,
    token_address,
    token_decimals,
  }: { change: string; token_address: string | null; token_decimals: number | null },
  { coin }: AskedChain,
): string | null => {
  const amount = change.replace('-', '')
  const decimal = token_address === null ? coin(amount) : valueDecimal(amount, token_decimals)
  return decimal === null ? null : change.replace(amount, decimal)
}

/** Longer data is no call that anyone decodes by hand. */
const dataBytesMax = 65_536

const decode = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'decode',
    title: 'Decode calldata or an error',
    description:
      'Decodes calldata, or the data of a revert, by the ABI of a contract if one is named, and otherwise by known signatures, which are guesses.',
    input: z.object({
      data: parameters
        .matching({
          type: 'hex',
          accepts: '0x and an even number of hex digits, at least 8',
          pattern: `^0x(?:[0-9a-fA-F]{2}){4,${dataBytesMax}}$`,
          fault: 'is not calldata or the data of an error',
          read: (text) => text.toLowerCase(),
        })
        .describe('Calldata, or what a call returned when it failed.'),
      contract: params.address().optional().describe('The contract that was called.'),
      chain: params.chain(),
    }),
    answer: async ({ data: given, contract, chain }, call) => {
      const asked = await askedChain(services, chain, call)
      const bytes = toBytes(given)
      const code =
        contract === undefined
          ? undefined
          : await askIfKnown(call, (context) =>
              services.explorer.evmContractCode({ address: contract, chain: asked.chain }, context),
            )
      const own = code?.abi ? abiIndex(JSON.parse(code.abi)) : undefined
      const byAbi = own && decodeCall([own], bytes)
      const found = byAbi ?? services.signatures.guessCall(bytes)
      // Calls and errors share selectors: an ABI's function takes precedence.
      const error = found ? { signature: null, params: [], text: null } : decodeRevert(bytes, own ? [own] : [])
      if (!found && error.signature === null)
        throw new ServiceError('not_found', `No known function or error has the selector ${given.slice(0, 10)}.`)
      return {
        ...headOf(asked),
        facts: known({
          selector: given.slice(0, 10),
          function_call: found && {
            signature: found.signature,
            is_guess: byAbi === undefined,
            arguments: argumentsOf(found.params),
          },
          revert:
            error.signature === null
              ? null
              : { signature: error.signature, arguments: argumentsOf(error.params), reason: error.text },
        }),
      }
    },
  })

export const contractTools = (services: EvmServices) => ({
  getContract: getContract(services),
  readContract: readContract(services),
  simulate: simulate(services),
  decode: decode(services),
})
