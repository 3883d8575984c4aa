/*
 * Who may import whom in `components`. A room of a family imports shared folders and its family's parts, never another room;
 * a family's `family.ts` imports its rooms.
 */
const base = ['components/ui', 'lib/api', 'lib/format']

/** What the pages of every family are built with. */
const pageKit = [
  ...base,
  'components/to-answer.ts',
  'components/browser-send.ts',
  'components/chain',
  'components/kit',
  'components/kit/server.ts',
  'components/live',
  'components/nft',
  'components/page-tools',
  'components/source',
  'lib/pages',
]

const families = ['evm', 'aptos']
const evmRooms = [
  'block',
  'chain',
  'erc20',
  'events',
  'nft',
  'search',
  'simulation',
  'status',
  'timeline',
  'token',
  'transaction',
  'wallet',
]
const aptosRooms = [
  'account',
  'asset',
  'block',
  'catalog',
  'collection',
  'creator',
  'module',
  'network',
  'search',
  'status',
  'token',
  'transaction',
  'validators',
]

const familyRules = (
  family: string,
  rooms: readonly string[],
  titles: readonly string[],
  more: Readonly<Record<string, readonly string[]>> = {},
): Record<string, string[]> => {
  const folder = `components/${family}`
  const declaration = ['components/family.ts', 'components/kit/server.ts', `lib/${family}/contract`]
  const roomKit = [...pageKit, `${folder}/parts`, ...titles, `lib/${family}/contract`]
  return {
    [`${folder}/parts`]: [...pageKit, `lib/${family}/contract`],
    ...Object.fromEntries(
      rooms.map((room) => [
        `${folder}/${room}`,
        [...roomKit, 'components/family.ts', 'components/labels', 'components/notes', ...(more[room] ?? [])],
      ]),
    ),
    // What other folders know of the family: see components/family.ts.
    [`${folder}/pages.ts`]: [...rooms.map((room) => `${folder}/${room}`), 'lib/pages'],
    [`${folder}/family.ts`]: [`${folder}/search`, `${folder}/parts`, ...declaration],
    [`${folder}/sections.tsx`]: [
      ...rooms.map((room) => `${folder}/${room}`),
      `${folder}/parts`,
      ...pageKit,
      ...declaration,
    ],
    [`${folder}/in-browser.ts`]: [`${folder}/parts`, 'lib/format', ...declaration],
  }
}

const declared = (file: string): string[] => [
  'components/family.ts',
  ...families.map((family) => `components/${family}/${file}`),
]

export const componentRules: Record<string, string[]> = {
  'components/ui': [],
  'components/to-answer.ts': ['lib/api', 'lib/format', 'lib/pages'],
  'components/browser-send.ts': ['lib/api'],
  'components/chain': [...base, 'components/to-answer.ts'],
  'components/docs': base,
  'components/export': [...base, 'components/browser-send.ts'],
  'components/source': [...base, 'components/api-routes.ts', 'components/docs', 'components/export', 'lib/pages'],
  'components/live': [...base, 'components/chain'],
  'components/page-tools': base,
  // What server components read of this server; nothing that runs in a browser reaches it.
  'components/kit/server.ts': ['lib/pages', 'lib/systems.ts'],
  'components/kit': [
    ...base,
    'components/browser-send.ts',
    'components/chain',
    'components/kit/server.ts',
    'components/source',
    'lib/pages',
    'lib/site/site.ts',
  ],
  // The wallet adapter, and what shows wallets: loaded on request only.
  'components/wallet': base,
  'components/sign-in': [
    ...base,
    'components/browser-send.ts',
    'components/chain',
    'components/wallet',
    'lib/sign-in/contract',
  ],
  'components/labels': [
    ...base,
    'components/browser-families.ts',
    'components/chain',
    'components/family.ts',
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
  'components/paste': [
    ...base,
    'components/browser-send.ts',
    'components/chain',
    'components/kit',
    'lib/pages',
    'lib/recognise',
  ],
  'components/nft': [...base, 'components/chain', 'components/kit', 'components/source', 'lib/pages'],
  'components/home': [...base, 'components/chain'],
  'components/shell': [
    ...base,
    'components/browser-families.ts',
    'components/families.ts',
    'components/family-chains.ts',
    'components/family.ts',
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
  'components/code': [...base, 'lib/highlight'],
  ...familyRules('evm', evmRooms, [], {
    wallet: ['components/code', 'components/wallet', 'lib/highlight'],
    transaction: ['lib/evm/summary'],
  }),
  ...familyRules('aptos', aptosRooms, ['components/aptos/parts/titles'], {
    module: ['components/code', 'components/wallet'],
  }),
  'components/aptos/parts/titles': [
    ...base,
    'components/aptos/parts',
    'components/chain',
    'components/labels',
    'components/notes',
    'components/page-tools',
    'lib/aptos/contract',
  ],
  'components/server': [
    ...pageKit,
    'components/browser-families.ts',
    'components/families.ts',
    'components/family.ts',
    'components/family-chains.ts',
    'components/family-sections.ts',
    'components/home',
    'components/shell',
    'lib/recognise',
    'lib/site/site.ts',
  ],
  // The lists of chain families. Nothing else outside their folders imports them.
  'components/family.ts': ['lib/api', 'lib/format', 'lib/pages', 'lib/recognise'],
  'components/families.ts': declared('family.ts'),
  'components/family-chains.ts': ['components/families.ts', 'components/family.ts', 'lib/api', 'lib/pages'],
  'components/family-sections.ts': declared('sections.tsx'),
  'components/browser-families.ts': declared('in-browser.ts'),
  'components/api-routes.ts': ['components/family.ts', ...families.map((family) => `lib/${family}/contract`)],
  'components/pages.ts': [...declared('pages.ts'), 'components/server'],
  'components/family-providers.tsx': ['components/families.ts'],
  'components/providers.tsx': [...base, 'components/chain'],
}
