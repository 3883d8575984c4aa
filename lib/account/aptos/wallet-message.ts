import * as params from '#lib/account/contract/params.ts'
import { isKeyOf } from '#lib/base/typed-keys.ts'

/** A challenge wrapped by a wallet, with the fields that it chose to add. Its nonce proves nothing. */
export type WalletMessage = { challenge: string; address?: string; application?: string; chainId?: string }

/** Fields that a wallet can add. */
const fieldNames = { address: true, application: true, chainId: true }

const head = 'APTOS'
const fieldLine = /^(address|application|chainId): (.*)$/s
/** One line without control characters, line separators or lone surrogates. */
const nonceLine = /^nonce: [^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{0,256}$/u

/** Whether a text starts like a wallet's full message. */
export const isWalletMessage = (text: string): boolean => text.startsWith(`${head}\n`)

/**
 * Parses the full message of `signMessage` (AIP-62 names the fields and leaves their order open): fields are before the
 * message or after the nonce, each at most once, with nothing else. Undefined for anything else.
 */
export const readWalletMessage = (text: string): WalletMessage | undefined => {
  const lines = text.split('\n').slice(1)
  const fields = new Map<keyof typeof fieldNames, string>()
  /** Returns false for an unknown or repeated field. */
  const take = (line: string | undefined): boolean => {
    const [, name, value] = fieldLine.exec(line ?? '') ?? []
    if (name === undefined || value === undefined || !isKeyOf(fieldNames, name) || fields.has(name)) return false
    fields.set(name, value)
    return true
  }
  let start = 0
  let end = lines.length
  while (take(lines[start])) start += 1
  while (end > start && take(lines[end - 1])) end -= 1

  const nonce = lines[end - 1]
  const [first, ...rest] = lines.slice(start, end - 1)
  if (nonce === undefined || !nonceLine.test(nonce) || !first?.startsWith('message: ')) return undefined
  return { challenge: [first.slice('message: '.length), ...rest].join('\n'), ...Object.fromEntries(fields) }
}

/** The full message of a wallet that adds nothing and uses the challenge's own nonce. */
export const plainWalletMessage = (challenge: string, nonce: string): string =>
  `${head}\nmessage: ${challenge}\nnonce: ${nonce}`

/** Whether the fields that are present match the challenge. */
export const fitsChallenge = (
  message: WalletMessage,
  challenge: { domain: string; address: string; chainId: number },
): boolean => {
  const { address, application, chainId } = message
  if (address !== undefined && addressSchema.safeParse(address).data !== challenge.address) return false
  if (chainId !== undefined && chainId !== String(challenge.chainId)) return false
  return application === undefined || hostOf(application) === challenge.domain.toLowerCase()
}

const addressSchema = params.address()

/** Wallets name an application by its host or by the URL of its page. */
const hostOf = (application: string): string | undefined => {
  if (!/^https?:\/\//i.test(application)) return application.toLowerCase()
  if (!URL.canParse(application)) return undefined
  const { host, username, password } = new URL(application)
  return username === '' && password === '' ? host : undefined
}
