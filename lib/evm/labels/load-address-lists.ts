import { readFile, stat } from 'node:fs/promises'
import { SettingError } from '#lib/base/errors.ts'
import type { Log } from '#lib/base/log.ts'
import { type ListedAddress, parseAddressList } from './address-list.ts'
import { type AddressLists, createKnownAddresses, type KnownAddresses } from './known-addresses.ts'

/** Paths of the operator's files, by what they list. */
type AddressListFiles = { [List in keyof AddressLists]?: string }

type LoadOptions = {
  log: Log
  /** Built-in labels: the operator's own take precedence. */
  besides?: AddressLists
  /** Unix milliseconds. */
  now?: () => number
}

/**
 * The variable, line format and maximum length of each list: the last two become parameters of statements, of which a
 * database supports some ten thousands.
 */
const lists = {
  labels: { variable: 'LABELS_FILE', needsText: true, linesMax: 200_000 },
  verified: { variable: 'VERIFIED_FILE', needsText: false, linesMax: 10_000 },
  spam: { variable: 'SPAM_FILE', needsText: false, linesMax: 10_000 },
} as const satisfies Record<keyof AddressLists, { variable: string; needsText: boolean; linesMax: number }>

type ListName = keyof typeof lists
const listNames: readonly ListName[] = ['labels', 'verified', 'spam']

const lookEveryMs = 10_000

type ReadFile = { path: string; version: string; listed: readonly ListedAddress[] }
type ReadFiles = Partial<Record<ListName, ReadFile>>

/** Errors in an operator's lists, for the operator. */
export class AddressListError extends SettingError {
  override readonly name = 'AddressListError'
}

/**
 * The operator's lists. A changed file is read again within ten seconds of use, in the background: callers never wait
 * for a file. If it has become invalid, the error is logged and the previous content stays. @throws AddressListError
 * that names the variable and the fault of each file that cannot be used at the start.
 */
export const loadAddressLists = async (
  files: AddressListFiles,
  { log, besides = {}, now = Date.now }: LoadOptions,
): Promise<KnownAddresses> => {
  let read = await readAtStart(files)
  let known = knownFrom(read, besides)
  /** Unreadable files: their errors are logged once per version. */
  const reported = new Map<ListName, string>()
  let lookAt = now() + lookEveryMs
  let isLooking = false

  const look = async (): Promise<void> => {
    for (const name of listNames) {
      const before = read[name]
      if (!before) continue
      const { variable } = lists[name]
      const version = await versionOf(before.path).catch(() => 'missing')
      if (version === before.version || version === reported.get(name)) continue
      try {
        const listed = await readList(name, before.path)
        read = { ...read, [name]: { path: before.path, version, listed } }
        known = knownFrom(read, besides)
        reported.delete(name)
        log.info({ variable, lines: listed.length }, 'reloaded an address list')
      } catch (error) {
        reported.set(name, version)
        log.warn({ variable, fault: faultOf(error) }, 'could not reload an address list: keeping its previous content')
      }
    }
  }
  const current = (): KnownAddresses => {
    if (now() >= lookAt && !isLooking) {
      lookAt = now() + lookEveryMs
      isLooking = true
      void look().finally(() => {
        isLooking = false
      })
    }
    return known
  }
  return {
    labelOf: (...asked) => current().labelOf(...asked),
    isVerified: (...asked) => current().isVerified(...asked),
    listedAsSpam: (...asked) => current().listedAsSpam(...asked),
    spamOn: (...asked) => current().spamOn(...asked),
    verifiedOn: (...asked) => current().verifiedOn(...asked),
    findNamed: (...asked) => current().findNamed(...asked),
  }
}

const readAtStart = async (files: AddressListFiles): Promise<ReadFiles> => {
  const faults: string[] = []
  const read: ReadFiles = {}
  for (const name of listNames) {
    const path = files[name]
    if (path === undefined) continue
    try {
      read[name] = { path, version: await versionOf(path), listed: await readList(name, path) }
    } catch (error) {
      faults.push(`${lists[name].variable} cannot be used: ${faultOf(error)}`)
    }
  }
  if (faults.length > 0) throw new AddressListError(faults.join('\n'))
  return read
}

const readList = async (name: ListName, path: string): Promise<ListedAddress[]> => {
  const listed = parseAddressList(await readFile(path, 'utf8'), lists[name])
  const { linesMax } = lists[name]
  if (listed.length > linesMax)
    throw new SettingError(`it has ${listed.length} lines, more than the maximum of ${linesMax}`)
  return listed
}

/** A version that changes whenever the file does. */
const versionOf = async (path: string): Promise<string> => {
  const { mtimeMs, size, ino } = await stat(path)
  return `${mtimeMs} ${size} ${ino}`
}

/** Later lines override earlier ones: the operator's come last. */
const knownFrom = (read: ReadFiles, besides: AddressLists): KnownAddresses =>
  createKnownAddresses(
    Object.fromEntries(listNames.map((name) => [name, [...(besides[name] ?? []), ...(read[name]?.listed ?? [])]])),
  )

/** A file system error names the path, but operators look for the variable. */
const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'permission to read the file is missing'
  return code === 'EISDIR' ? 'it is a folder' : error.message
}
