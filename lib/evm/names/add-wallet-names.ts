import { callsOf } from '#lib/api/any-call.ts'
import type { WalletName, WalletNames } from './wallet-names.ts'

/** Names that may stand for an address in a list: neither expired nor deceptive. */
const mayReplaceAddress = ({ isExpired, warning }: WalletName): boolean => !isExpired && warning === null

/** Nothing in an answer is nested deeper: a list, its rows, their transfers, a side of one. */
const depthMax = 6

/**
 * Fills the labels of addresses (`from_address_label`, `owner_label` …) that are null with ENS names, in everything that a
 * service returns. Labels of the operator and of the bundled list take precedence.
 */
export const withWalletNames = <S extends object>(service: S, names: WalletNames | undefined): S => {
  if (!names) return service
  const named = Object.entries(callsOf(service)).map(([name, call]) => [
    name,
    async (...given: Parameters<NonNullable<typeof call>>) => await labelled(names, await call?.(...given)),
  ])
  return Object.assign({ ...service }, Object.fromEntries(named))
}

const labelled = async (names: WalletNames, answer: unknown): Promise<unknown> => {
  const addresses = new Set<string>()
  visit(answer, (address) => {
    addresses.add(address)
    return null
  })
  if (addresses.size === 0) return answer
  const known = await names.namesOf([...addresses])
  return visit(answer, (address) => {
    const name = known.get(address)
    return name && mayReplaceAddress(name) ? name.name : null
  })
}

/** A copy where a label was found, the same object elsewhere: answers may be shared. */
const visit = (value: unknown, labelOf: (address: string) => string | null, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || depth > depthMax) return value
  if (Array.isArray(value)) {
    const visited = value.map((one) => visit(one, labelOf, depth + 1))
    return visited.some((one, index) => one !== value[index]) ? visited : value
  }
  const changes: [string, unknown][] = []
  const fields: Record<string, unknown> = { ...value }
  for (const [key, field] of Object.entries(value)) {
    if (field === null && key.endsWith(labelSuffix)) {
      const address = fields[key.slice(0, -labelSuffix.length)]
      const label = typeof address === 'string' && isAddress(address) ? labelOf(address) : null
      if (label !== null) changes.push([key, label])
    } else if (typeof field === 'object' && field !== null) {
      const visited = visit(field, labelOf, depth + 1)
      if (visited !== field) changes.push([key, visited])
    }
  }
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) }
}

const labelSuffix = '_label'

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/.test(text)
