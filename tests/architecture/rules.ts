/*
 * Who may import whom, type imports included. Rooms are listed in order: a file may import its own room and those above it,
 * so rules never lead in a circle. A room is a folder or a file; the longest name that fits is a file's room.
 */

/** Shared parts of the platform: they know no chain family. */
const platform = [
  'lib/base',
  'lib/format',
  'lib/logos',
  'lib/api',
  'lib/process',
  'lib/store',
  'lib/indexing',
  'lib/nodes',
  'lib/outbound',
  'lib/media',
  'lib/metadata',
  'lib/site',
  'lib/highlight',
  'lib/account',
  'lib/export',
  'lib/http',
  'lib/gateway',
  'lib/mcp',
  'lib/settings',
]

/** A family imports no room of another family. */
const familyRooms: Record<string, readonly string[]> = {
  evm: [
    'api',
    'bundled-file.ts',
    'labels',
    // The stages of a block, in the order of the data.
    'chain/tables',
    'chain/block.ts',
    'chain/checks',
    'chain/rpc',
    'chain/decode',
    'chain/stored',
    'chain/search-index',
    'chain/migrations',
    'chain/fanout',
    'chain/write',
    'chain/served',
    // What queries and the worker read contracts with.
    'bytecode',
    'abi',
    'prices',
    'chain/backfill',
    'token-metadata',
    'signatures',
    'query',
    // Subjects.
    'ens',
    'transaction',
    'search',
    'token',
    'pair',
    'nft',
    'chain/redecode',
    'chain/follow',
    'chain/era',
    'network',
    'summary',
    'holdings',
    'trace',
    'events',
    'block',
    'wallet',
    'transfers',
    'tax',
    'origin',
    'approvals',
    'contract',
    'verification',
    'user-operation',
    'simulation',
    'gas',
    'interface-api.ts',
    'explorer-api.ts',
    // Other protocols over the same subjects.
    'etherscan',
    'mcp',
    'hosted',
    'chains-file.ts',
    'config.ts',
  ],
  aptos: [
    'api',
    'chain/rpc',
    'chain/tables.ts',
    'chain/decode',
    'chain/write',
    'chain/migrations',
    'chain/ingest',
    'query',
    'network',
    'nft',
    'names',
    'block',
    'account',
    'asset',
    'transaction',
    'activity',
    'validators',
    'search',
    'interface-api.ts',
    'explorer-api.ts',
    'mcp',
    'hosted',
    'config.ts',
  ],
}

const families = Object.keys(familyRooms)
const ofFamilies = (room: string): string[] => families.map((family) => `lib/${family}/${room}`)

export const libraryRooms: readonly string[] = [
  ...platform,
  ...families.flatMap((family) => (familyRooms[family] ?? []).map((room) => `lib/${family}/${room}`)),
  'lib/demo',
  'lib/config',
  // A family's own composition, then that of the program.
  ...ofFamilies('family'),
  ...ofFamilies('family.ts'),
  'lib/recognise',
  'lib/pages',
  'lib/server',
]

/** The rooms of a family's pages import its parts and frames, never each other. */
export const componentRooms: readonly string[] = [
  'components/ui',
  'components/browser-send.ts',
  'components/to-answer.ts',
  'components/chain',
  'components/code',
  'components/docs',
  'components/export',
  'components/family.ts',
  'components/source',
  'components/live',
  'components/page-tools',
  'components/kit',
  'components/nft',
  'components/wallet',
  'components/account',
  ...families.map((family) => `components/${family}/parts`),
  ...families.map((family) => `components/${family}/in-browser.ts`),
  'components/browser-families.ts',
  'components/labels',
  'components/notes',
  ...families.map((family) => `components/${family}/frames`),
  'components/compare',
  'components/paste',
  'components/home',
  ...families.map((family) => `components/${family}`),
  'components/families.ts',
  'components/family-chains.ts',
  'components/family-sections.ts',
  'components/family-providers.tsx',
  'components/providers.tsx',
  'components/shell',
  'components/server',
  'components/pages.ts',
]

/** What components may import of the library; contracts of a family only in its own folder. */
const ofLibrary = [
  'lib/base',
  'lib/format',
  'lib/logos',
  'lib/api',
  'lib/account/contract',
  'lib/highlight',
  'lib/pages',
  'lib/recognise',
  'lib/site',
]
const contracts =
  /^lib\/\w+\/(api\/|summary\/|(interface|explorer)-api\.ts$|[\w-]+\/([\w-]+\/)?([\w-]+-)?contract\.ts$)/
/** The only components that reach the server. */
const ofServer = ['components/kit/server.ts', 'app']

export const inside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

const rooms = [...libraryRooms, ...componentRooms, 'app']

/** The room of a file; `undefined` if none is declared. */
export const roomOf = (file: string): string | undefined =>
  rooms.filter((room) => inside(file, room)).sort((a, b) => b.length - a.length)[0]

/** The family of a file, and the subject within `components/<family>`. */
const familyOf = (file: string): string | undefined => /^(?:lib|components)\/(\w+)\//.exec(file)?.[1]
const subjectOf = (file: string): string | undefined => /^components\/\w+\/([\w-]+)\//.exec(file)?.[1]
const isFamily = (family: string | undefined): family is string => family !== undefined && families.includes(family)

/** The lists that name all families: what one of them adds to the program and to the pages. */
const listsOfFamilies =
  /^(lib\/(server|config|recognise|pages)\/|components\/(browser-families|families|family-sections|pages)\.ts$|app\/)/

const mayMixFamilies = (file: string, target: string): boolean =>
  !isFamily(familyOf(target)) ||
  familyOf(file) === familyOf(target) ||
  listsOfFamilies.test(file) ||
  inside(file, 'lib/demo')

export const mayImport = (file: string, target: string): boolean => {
  const [room, other] = [roomOf(file), roomOf(target)]
  if (room === undefined || other === undefined) return false
  if (!mayMixFamilies(file, target)) return false
  if (inside(target, 'lib') && !inside(file, 'lib')) {
    if (ofServer.some((folder) => inside(file, folder)) && inside(target, 'lib/server')) return true
    return contracts.test(target) || ofLibrary.some((folder) => inside(target, folder))
  }
  if (room === other) {
    const isOfPages = isFamily(familyOf(file)) && room === `components/${familyOf(file)}`
    return !isOfPages || subjectOf(file) === undefined || subjectOf(file) === subjectOf(target)
  }
  return rooms.indexOf(other) < rooms.indexOf(room)
}
