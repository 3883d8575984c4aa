import { callsOf } from '#lib/api/client/client.ts'
import type { WalletName, WalletNames } from '#lib/evm/query/name-port.ts'

/** Names that lists show in place of an address: neither expired nor deceptive. */
const mayReplaceAddress = ({ isExpired, warning }: WalletName): boolean => !isExpired && warning === null

/** No response is nested deeper: a list, its rows, their transfers, a side of one. */
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
  collect(answer, addresses)
  if (addresses.size === 0) return answer
  const known = [...(await names.namesOf([...addresses]))].filter(([, name]) => mayReplaceAddress(name))
  return known.length === 0 ? answer : fill(answer, new Map(known.map(([address, { name }]) => [address, name])))
}

/** The address of a missing label: `from_address` for `from_address_label`. */
const unlabelled = (value: object, key: string): string | undefined => {
  if (!key.endsWith(labelSuffix)) return undefined
  const address: unknown = Reflect.get(value, key.slice(0, -labelSuffix.length))
  return typeof address === 'string' && isAddress(address) ? address : undefined
}

const collect = (value: unknown, addresses: Set<string>, depth = 0): void => {
  if (typeof value !== 'object' || value === null || depth > depthMax) return
  for (const [key, field] of Object.entries(value)) {
    const address = field === null ? unlabelled(value, key) : undefined
    if (address !== undefined) addresses.add(address)
    else if (typeof field === 'object') collect(field, addresses, depth + 1)
  }
}

/** A copy if a label was found, otherwise the same object, because responses may be shared. */
const fill = (value: unknown, names: ReadonlyMap<string, string>, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || depth > depthMax) return value
  if (Array.isArray(value)) {
    const filled = value.map((one) => fill(one, names, depth + 1))
    return filled.some((one, index) => one !== value[index]) ? filled : value
  }
  const changes: [string, unknown][] = []
  for (const [key, field] of Object.entries(value)) {
    const address = field === null ? unlabelled(value, key) : undefined
    const changed = address === undefined ? fill(field, names, depth + 1) : (names.get(address) ?? null)
    if (changed !== field) changes.push([key, changed])
  }
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) }
}

const labelSuffix = '_label'

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/.test(text)
