import type * as z from 'zod'
import * as ethereumParams from '#lib/account/contract/ethereum-params.ts'
import * as params from '#lib/account/contract/params.ts'
import { keysOf } from '#lib/base/typed-keys.ts'

/** The fields of a challenge, each in the canonical form that the contract parses to. */
export type ChallengeFields = {
  domain: string
  address: string
  statement?: string
  uri: string
  chainId: number
  /** 17 letters and digits. */
  nonce: string
  /** ISO 8601 in UTC with milliseconds, like the two below. */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  resources: string[]
}

type ChallengeText = {
  /** The text of EIP-4361: LF line ends, none at the end. Without a statement there are two blank lines. */
  build: (fields: ChallengeFields) => string
  /** Parses only texts that `build` writes: one canonical form, nothing trimmed or repeated. Undefined for others. */
  parse: (text: string) => ChallengeFields | undefined
}

/** Fields that ledgers write differently. */
type LedgerForms = Record<'address' | 'statement' | 'chainId', z.ZodType>

/**
 * One grammar for every ledger. The parser of `viem/siwe` would not do: it searches for each line anywhere in the text and
 * ignores what it does not know.
 */
const challengeText = (ledger: 'Aptos' | 'Ethereum', forms: LedgerForms): ChallengeText => {
  const greeting = ` wants you to sign in with your ${ledger} account:`
  const isSound = soundness(forms)

  const build = (fields: ChallengeFields): string => {
    const { domain, address, statement, uri, chainId, nonce, issuedAt, expirationTime, notBefore, resources } = fields
    return [
      `${domain}${greeting}`,
      address,
      '',
      ...(statement === undefined ? [''] : [statement, '']),
      `URI: ${uri}`,
      'Version: 1',
      `Chain ID: ${chainId}`,
      `Nonce: ${nonce}`,
      `Issued At: ${issuedAt}`,
      ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
      ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
      ...(resources.length > 0 ? ['Resources:', ...resources.map((uri) => `- ${uri}`)] : []),
    ].join('\n')
  }

  const parse = (text: string): ChallengeFields | undefined => {
    const lines = text.split('\n')
    const [first = '', address = '', , statement = ''] = lines
    let at = statement === '' ? 4 : 5
    const next = (label: string): string | undefined => {
      const line = lines[at]
      if (!line?.startsWith(label)) return undefined
      at += 1
      return line.slice(label.length)
    }
    const uri = next('URI: ')
    next('Version: ')
    const chainId = next('Chain ID: ')
    const nonce = next('Nonce: ')
    const issuedAt = next('Issued At: ')
    const expirationTime = next('Expiration Time: ')
    const notBefore = next('Not Before: ')
    const hasResources = next('Resources:') === ''
    const resources = hasResources ? lines.slice(at).map((line) => line.slice('- '.length)) : []
    if (uri === undefined || nonce === undefined || issuedAt === undefined) return undefined

    const fields: ChallengeFields = {
      domain: first.slice(0, -greeting.length),
      address,
      ...(statement !== '' && { statement }),
      uri,
      chainId: Number(chainId),
      nonce,
      issuedAt,
      expirationTime,
      notBefore,
      resources,
    }
    return isSound(fields) && build(fields) === text ? fields : undefined
  }

  return { build, parse }
}

/** Whether each value is in the contract's canonical form. The schemas are created once, not on every call. */
const soundness = ({ address, statement, chainId }: LedgerForms): ((fields: ChallengeFields) => boolean) => {
  const schemas = {
    domain: params.domain(),
    address,
    statement: statement.optional(),
    uri: params.uri(),
    chainId,
    issuedAt: params.moment(),
    expirationTime: params.moment().optional(),
    notBefore: params.moment().optional(),
  } satisfies Partial<Record<keyof ChallengeFields, z.ZodType>>
  const names = keysOf(schemas)
  const resourcesSchema = params.resources()
  return (fields) => {
    if (!names.every((name) => schemas[name].safeParse(fields[name]).data === fields[name])) return false
    const resources = resourcesSchema.safeParse(fields.resources).data
    return /^[A-Za-z0-9]{17}$/.test(fields.nonce) && resources?.length === fields.resources.length
  }
}

/** The text of EIP-4361 with Aptos for Ethereum. */
export const aptosChallenge = challengeText('Aptos', {
  address: params.address(),
  statement: params.statement(),
  chainId: params.chainId(),
})

export const ethereumChallenge = challengeText('Ethereum', {
  address: ethereumParams.address(),
  statement: ethereumParams.statement(),
  chainId: ethereumParams.chainId(),
})
