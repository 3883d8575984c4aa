import type { RenderError } from '#lib/api/error-bodies.ts'
import type { ErrorCode } from '#lib/base/errors.ts'

/** Etherscan's form of an answer. Clients compare `message` and some texts of `result` exactly. */
export type EtherscanAnswer = { status: '0' | '1'; message: string; result: unknown }

/** The proxy module answers as a node does. */
export type ProxyAnswer = { jsonrpc: '2.0'; id: number } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
)

export const ok = (result: unknown): EtherscanAnswer => ({ status: '1', message: 'OK', result })

export const notOk = (result: string, message = 'NOTOK'): EtherscanAnswer => ({ status: '0', message, result })

/** A list. Clients know an empty one by its message; every other answer with status 0 is an error to them. */
export const listed = (rows: readonly unknown[], noneFound = 'No transactions found'): EtherscanAnswer =>
  rows.length > 0 ? ok(rows) : { status: '0', message: noneFound, result: [] }

/** Clients ask for fewer blocks after this answer. */
export const queryTimeout: EtherscanAnswer = {
  status: '0',
  message: 'Query Timeout occured. Please select a smaller result dataset',
  result: null,
}

/** Texts that clients look for, see foundry, rotki and safe-eth-py. */
const knownTexts: Partial<Record<ErrorCode, (message: string) => string>> = {
  rate_limited: (message) => `Max rate limit reached. ${message}`,
  key_required: () => 'Missing/Invalid API Key: send a key of this server as apikey',
  key_unknown: () => 'Invalid API Key',
}

export const renderEtherscanError: RenderError = ({ code, message }) => notOk(knownTexts[code]?.(message) ?? message)
