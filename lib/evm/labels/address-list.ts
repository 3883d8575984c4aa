import { SettingError } from '#lib/base/errors.ts'
import { findChain } from '#lib/evm/api/chains.ts'

/** A line of an operator's file. */
export type ListedAddress = {
  /** EIP-155 id; undefined for every chain. */
  chain: number | undefined
  address: string
  /** The text after the address; may be empty. */
  text: string
}

const textLengthMax = 120

/**
 * Reads lines of `chain,address,text`: a chain's name or hex id, or `*` for every chain. Empty lines and lines that
 * start with `#` are ignored; the text may contain commas, and may be missing if `needsText` is false. @throws
 * SettingError that names each line at fault and why.
 */
export const parseAddressList = (file: string, { needsText }: { needsText: boolean }): ListedAddress[] => {
  const faults: string[] = []
  const listed: ListedAddress[] = []
  for (const [index, line] of file.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue
    const [chainText = '', address = '', text = ''] = lineParts(line)
    const chain = chainText === '*' ? undefined : chainId(chainText)
    const fault = faultOf(chain === null, address, text, needsText)
    if (fault !== undefined) faults.push(`line ${index + 1} ${fault}`)
    else listed.push({ chain: chain ?? undefined, address: address.toLowerCase(), text })
  }
  if (faults.length > 0) throw new SettingError(faults.join('; '))
  return listed
}

/** The third part is the rest of the line, including commas. */
const lineParts = (line: string): string[] => {
  const [chain = '', address = '', ...rest] = line.split(',')
  return [
    chain.trim(),
    address.trim(),
    rest
      .join(',')
      .trim()
      .replace(/^"(.*)"$/, '$1'),
  ]
}

const faultOf = (hasUnknownChain: boolean, address: string, text: string, needsText: boolean): string | undefined => {
  if (hasUnknownChain) return 'does not name a known chain: expected its name, its hex id or *'
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return 'has no address: expected 0x and 40 hex digits after the chain'
  if (needsText && text === '') return 'has no name after the address'
  return text.length > textLengthMax ? `has a name of more than ${textLengthMax} characters` : undefined
}

/** Null for an unknown chain. A devnet's hex id need not be in the table. */
const chainId = (text: string): number | null => {
  if (/^0x[0-9a-f]{1,13}$/i.test(text)) return Number(text)
  return findChain(text)?.id || null
}
