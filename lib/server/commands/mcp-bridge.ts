import { createInterface } from 'node:readline'
import { isFields } from '#lib/base/is-fields.ts'
import { permanentFaultCode } from '#lib/process/supervise.ts'

/*
 * The server for assistants, for those that start a program and speak over its input and output: each line is a message, sent to a
 * server over HTTP, and its answers are lines. It keeps no state but the revision that a handshake has agreed on.
 */

const usage = `Usage: npm run --silent mcp -- --url <address>
  --url  the server's /mcp, such as http://localhost:3000/mcp
  MCP_API_KEY in the environment is sent as the key.`

type Message = Record<string, unknown>

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const transportFault = -32_000
const printable = /^[\x20-\x7e]*$/

/** Names outside ASCII are written as the protocol says. */
const headerText = (text: string): string =>
  printable.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

const textIn = (fields: unknown, ...names: readonly string[]): string | undefined =>
  isFields(fields) ? names.map((name) => fields[name]).find((value) => typeof value === 'string') : undefined

/** The headers that must agree with a message, since the revision of 2026-07-28. */
const headersOf = ({ method, params }: Message, agreed: string | undefined): Record<string, string> => {
  const meta = isFields(params) ? params._meta : undefined
  const version = textIn(meta, versionKey)
  if (version === undefined) return agreed === undefined ? {} : { 'mcp-protocol-version': agreed }
  const name = textIn(params, 'name', 'uri')
  return {
    'mcp-protocol-version': version,
    ...(typeof method === 'string' && { 'mcp-method': method }),
    ...(name !== undefined && { 'mcp-name': headerText(name) }),
  }
}

/** The messages of a response: one document, or one for each event. */
const messagesOf = (type: string, body: string): unknown[] => {
  if (!type.startsWith('text/event-stream')) return body === '' ? [] : [JSON.parse(body)]
  return body
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:') && line.length > 'data: '.length)
    .map((line) => JSON.parse(line.slice('data:'.length)))
}

const write = (message: unknown): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

/** An answer to the call of this id, if it has one: notifications are not answered. */
const fail = ({ id }: Message, message: string): void => {
  if (id !== undefined) write({ jsonrpc: '2.0', id, error: { code: transportFault, message } })
}

const createBridge = (url: string, key: string | undefined) => {
  let agreed: string | undefined
  return async (message: Message): Promise<void> => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headersOf(message, agreed),
    }
    try {
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })
      const answers = messagesOf(response.headers.get('content-type') ?? '', await response.text())
      for (const answer of answers) {
        if (!isFields(answer)) continue
        if (isFields(answer.result)) agreed = textIn(answer.result, 'protocolVersion') ?? agreed
        // A refusal before the call was read has no id of it.
        write(answer.id === null && message.id !== undefined ? { ...answer, id: message.id } : answer)
      }
      if (answers.length === 0 && !response.ok) fail(message, `The server answered with ${response.status}.`)
    } catch (error) {
      fail(
        message,
        `The server at ${new URL(url).origin} gave no answer: ${error instanceof Error ? error.message : error}`,
      )
    }
  }
}

const readUrl = (): string | undefined => {
  const [flag, url, ...rest] = process.argv.slice(2)
  return flag === '--url' && url !== undefined && rest.length === 0 && /^https?:\/\//.test(url) && URL.canParse(url)
    ? url
    : undefined
}

const parsedLine = (line: string): Message | undefined => {
  try {
    const message: unknown = JSON.parse(line)
    return isFields(message) ? message : undefined
  } catch {
    return undefined
  }
}

const url = readUrl()
if (url === undefined) {
  console.error(usage)
  process.exitCode = permanentFaultCode
} else {
  const send = createBridge(url, process.env.MCP_API_KEY)
  /** A handshake is answered before anything that follows it is sent. */
  let handshake: Promise<void> = Promise.resolve()
  for await (const line of createInterface({ input: process.stdin })) {
    const message = parsedLine(line)
    if (message === undefined) continue
    await handshake
    const sent = send(message)
    if (message.method === 'initialize') handshake = sent
  }
}
