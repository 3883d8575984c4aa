/*
 * Who may import whom in `components`. A room of a family imports shared folders and its family's parts, never another room;
 * a family's `family.ts` imports its rooms.
 */
const base = ['components/ui', 'lib/api', 'lib/format']

/** What the pages of every family are built with. */
const pageKit = [
  ...base,
  'components/ask.ts',
  'components/browser-send.ts',
  'components/chain',
  'components/kit',
  'components/kit/server.ts',
  'components/live',
  'components/page-tools',
  'components/source',
  'lib/pages',
]

const families = ['evm', 'aptos']
const contracts = families.map((family) => `lib/${family}/contract`)
const familyParts = families.map((family) => `components/${family}/parts`)
const evmRooms = ['block', 'chain', 'erc20', 'nft', 'status', 'timeline', 'token', 'transaction', 'wallet']
const aptosRooms = ['account', 'block', 'collection', 'creator', 'network', 'search', 'status', 'token', 'transaction']

const familyRules = (family: string, rooms: readonly string[], titles: readonly string[]): Record<string, string[]> => {
  const folder = `components/${family}`
  const roomKit = [...pageKit, `${folder}/parts`, ...titles, `lib/${family}/contract`]
  return {
    [`${folder}/parts`]: [...pageKit, `lib/${family}/contract`],
    ...Object.fromEntries(
      rooms.map((room) => [`${folder}/${room}`, [...roomKit, 'components/labels', 'components/notes']]),
    ),
    [`${folder}/family.ts`]: [...rooms.map((room) => `${folder}/${room}`), 'lib/pages'],
  }
}

export const componentRules: Record<string, string[]> = {
  'components/ui': [],
  'components/ask.ts': ['lib/api', 'lib/format', 'lib/pages'],
  'components/browser-send.ts': ['lib/api'],
  'components/chain': [...base, 'components/ask.ts'],
  'components/docs': base,
  'components/export': [...base, 'components/browser-send.ts'],
  'components/source': [...base, ...contracts, 'components/docs', 'components/export', 'lib/pages'],
  'components/live': [...base, 'components/chain'],
  'components/page-tools': base,
  // What server components read of this server; nothing that runs in a browser reaches it.
  'components/kit/server.ts': ['lib/pages', 'lib/systems.ts'],
  'components/kit': [
    ...base,
    'components/browser-send.ts',
    'components/kit/server.ts',
    'lib/pages',
    'lib/site/site.ts',
  ],
  'components/sign-in': [...base, 'components/browser-send.ts', 'components/chain', 'lib/sign-in/contract'],
  'components/labels': [
    ...base,
    ...contracts,
    ...familyParts,
    'components/chain',
    'components/kit',
    'components/sign-in',
    'lib/recognise',
    'lib/sign-in/contract',
  ],
  'components/notes': [
    ...base,
    'components/chain',
    'components/kit/server.ts',
    'components/labels',
    'components/sign-in',
    'lib/sign-in/contract',
  ],
  'components/compare': [...base, 'components/browser-send.ts', 'lib/pages'],
  'components/paste': [...base, ...contracts, ...familyParts, 'components/chain', 'components/kit', 'lib/recognise'],
  'components/home': [...base, 'components/chain'],
  'components/shell': [
    ...base,
    ...contracts,
    'components/chain',
    'components/export',
    'components/labels',
    'components/page-tools',
    'components/paste',
    'components/sign-in',
    'components/source',
    'lib/pages',
    'lib/recognise',
    'lib/site/site.ts',
  ],
  ...familyRules('evm', evmRooms, []),
  ...familyRules('aptos', aptosRooms, ['components/aptos/parts/titles']),
  'components/aptos/parts/titles': [
    ...base,
    'components/aptos/parts',
    'components/chain',
    'components/labels',
    'components/notes',
    'components/page-tools',
    'lib/aptos/contract',
  ],
  'components/aptos/search': [
    'components/aptos/parts',
    'lib/aptos/contract',
    'lib/format',
    'lib/pages',
    'lib/recognise',
  ],
  'components/server': [
    ...pageKit,
    ...contracts,
    ...familyParts,
    'components/evm/chain',
    'components/evm/status',
    'components/aptos/network',
    'components/aptos/search',
    'components/aptos/status',
    'components/home',
    'components/shell',
    'lib/recognise',
    'lib/site/site.ts',
  ],
  'components/pages.ts': [...families.map((family) => `components/${family}/family.ts`), 'components/server'],
  'components/providers.tsx': [...base, 'components/chain', 'lib/evm/contract'],
}
