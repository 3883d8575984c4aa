import { isKeyOf } from '#lib/api/typed-keys.ts'
import * as params from './contract/params.ts'

/** What a wallet made of a challenge: the fields that it chose to add, besides the nonce, which proves nothing. */
export type WalletMessage = { challenge: string; address?: string; application?: string; chainId?: string }

/** Fields that a wallet may add. */
const fieldNames = { address: true, application: true, chainId: true }

const head = 'APTOS'
const fieldLine = /^(address|application|chainId): (.*)$/s
/** One line without control characters, line separators or half characters. */
const nonceLine = /^nonce: [^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{0,256}$/u

/** Whether a text claims to be a wallet's full message. */
export const isWalletMessage = (text: string): boolean => text.startsWith(`${head}\n`)

/**
 * Reads the full message of `signMessage` (AIP-62 names the fields and leaves their order open): fields stand before the
 * message or after the nonce, each at most once, and nothing else does. Undefined for anything else.
 */
export const readWalletMessage = (text: string): WalletMessage | undefined => {
  const lines = text.split('\n').slice(1)
  const fields = new Map<keyof typeof fieldNames, string>()
  /** False where the line is no field, or one that was there before. */
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

/** The full message that a wallet writes when it adds nothing and takes the challenge's own nonce. */
export const plainWalletMessage = (challenge: string, nonce: string): string =>
  `${head}\nmessage: ${challenge}\nnonce: ${nonce}`

/** Whether the fields, where they are present, speak of this challenge. */
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

/** Wallets name an application by its host or by the address of its page. */
const hostOf = (application: string): string | undefined => {
  if (!/^https?:\/\//i.test(application)) return application.toLowerCase()
  if (!URL.canParse(application)) return undefined
  const { host, username, password } = new URL(application)
  return username === '' && password === '' ? host : undefined
}
